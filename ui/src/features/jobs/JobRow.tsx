/** One job: its instruction, progress, failures with reasons, and actions. */

import { Eye, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Progress } from '../../bridge'
import { ErrorMessage, useToolCall } from '../../cards'
import { cancelRun, useSelection, useSession } from '../../document'
import { Button, exactTime, IconButton, languageName, ProgressBar, relativeTime } from '../../kit'
import { reportError, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import type { Job } from './jobs'
import styles from './jobs.module.css'

interface JobRowProps {
  job: Job
  /** The call that carries it out now. */
  run: Progress | undefined
  /** Whether its texts wait for a decision. */
  isWaiting: boolean
  onResume: () => void
  onChanged: () => void
}

export function JobRow({ job, run, isWaiting, onResume, onChanged }: JobRowProps) {
  const { t, language } = useTranslation()
  const { task, instruction, time, running, nodes, waiting, failed, stopped } = job
  const done = nodes - waiting
  const left = waiting + failed
  const label = t('jobs-progress', { done, count: nodes })
  const name =
    task === 'rewrite'
      ? instruction
      : task === 'translate'
        ? t('jobs-task-translate', { name: languageName(job.language ?? '', language) })
        : t(`jobs-task-${task}`)
  return (
    <li className={styles.job} aria-busy={running}>
      <div className={styles.head}>
        <p className={styles.instruction}>
          {name}
          {task !== 'rewrite' && instruction && (
            <span className={styles.quiet}> {instruction}</span>
          )}
        </p>
        <time className={styles.time} dateTime={time} title={exactTime(time, language)}>
          {relativeTime(time, Date.now(), language)}
        </time>
      </div>
      {left > 0 && <ProgressBar label={label} done={nodes === 0 ? 1 : done / nodes} />}
      <p className={styles.figures}>
        {label} · <Outcome job={job} />
      </p>
      {stopped && !running && <p className={styles.warn}>{t('jobs-stopped', { why: stopped })}</p>}
      <Failures job={job} />
      <JobButtons {...{ job, run, isWaiting, onResume, onChanged }} />
    </li>
  )
}

function Outcome({ job }: { job: Job }) {
  const { t, language } = useTranslation()
  const { task, written, unchanged, failed, found } = job
  const { input_tokens, output_tokens, cost, estimated } = job
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const money = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  const tokens = compact.format(input_tokens + output_tokens)
  const parts = [
    task === 'continuity'
      ? t('jobs-found', { count: found ?? 0 })
      : t('jobs-written', { count: written }),
    task !== 'continuity' && unchanged > 0 && t('jobs-unchanged', { count: unchanged }),
    failed > 0 && t('jobs-failed', { count: failed }),
    input_tokens > 0 && t(estimated ? 'jobs-tokens' : 'jobs-used', { tokens }),
    cost !== undefined && t('jobs-cost-so-far', { cost: money.format(cost) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

function Failures({ job: { failures } }: { job: Job }) {
  const { t } = useTranslation()
  const goTo = useSelection((it) => it.goTo)
  if (!failures || failures.length === 0) return null
  return (
    <details className={styles.failures}>
      <summary>{t('jobs-why-failed')}</summary>
      <ul>
        {failures.map((it) => (
          <li key={it.node}>
            <button type="button" className={styles.link} onClick={() => goTo([it.node])}>
              {it.title}
            </button>{' '}
            <span className={styles.quiet}>{it.why}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function JobButtons({ job, run, isWaiting, onResume, onChanged }: JobRowProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running: removing, fault } = useToolCall()
  const [stopping, setStopping] = useState<number>()
  const { task, running, waiting, failed, draft, written } = job
  const isStopping = running && run !== undefined && stopping === run.run
  const pause = () => {
    if (!run) return
    setStopping(run.run)
    cancelRun(session.bridge, run.run).catch((error: unknown) => {
      setStopping(undefined)
      reportError(error)
    })
  }
  const review = async () => {
    useWorkspace.getState().setView('map')
    await session.showDraft(draft).catch(reportError)
  }
  const remove = async () => {
    if (await call('remove_job', { job: job.job })) onChanged()
  }
  return (
    <>
      <div className={styles.buttons}>
        {running && (
          <Button
            icon={<Pause size={14} aria-hidden />}
            disabled={!run || isStopping}
            onClick={pause}
          >
            {t(isStopping ? 'jobs-pausing' : 'jobs-pause')}
          </Button>
        )}
        {!running && waiting + failed > 0 && (
          <Button icon={<Play size={14} aria-hidden />} onClick={onResume}>
            {t(waiting > 0 ? 'jobs-resume' : 'jobs-retry')}
          </Button>
        )}
        {isWaiting && (
          <Button
            {...(running || waiting > 0 ? {} : { variant: 'primary' as const })}
            icon={<Eye size={14} aria-hidden />}
            onClick={() => void review()}
          >
            {t(task === 'portraits' ? 'jobs-review-pictures' : 'jobs-review', { count: written })}
          </Button>
        )}
        {!running && (
          <IconButton
            className={styles.remove ?? ''}
            label={t('jobs-remove')}
            icon={<Trash2 size={14} />}
            disabled={removing}
            onClick={() => void remove()}
          />
        )}
      </div>
      <ErrorMessage report={fault} />
    </>
  )
}
