/** Readers who choose at random: which endings they find, where they get stuck, and what they never read. */

import { Flame, Play, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorMessage, RunProgress, useToolCall } from '../../cards'
import { readingSeed, useRevision, useRun, useSession } from '../../document'
import { Button, IconButton } from '../../kit'
import { type Playtest as Result, useDock, useHeat, usePlaytest } from '../../state'
import { useTranslation } from '../../text'
import { NodeLink } from './PathRow'
import styles from './problems.module.css'

type Ended = Result['endings'][number]

/** How many readers play. */
const READERS = 1000
/** How many scenes of each kind are listed. */
const LISTED = 30
/** How many the map can show. */
const MOST = 10_000

export function Playtest() {
  const { t } = useTranslation()
  const { bridge, mirror } = useSession()
  const last = usePlaytest()
  const heat = useHeat()
  const { call, running, fault } = useToolCall()
  const run = useRun((it) => it.tool === 'playtest_story' && it.origin === bridge.origin)
  const result = last.story === mirror.story.id ? last.result : undefined
  const begin = async () => {
    const args = { readers: READERS, seed: readingSeed(), limit: MOST }
    const answer = await call('playtest_story', args)
    if (answer?.result) last.setResult(mirror.story.id, answer.result.data)
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('problems-playtest-title')}</h3>
      {!result && <p className={styles.more}>{t('problems-playtest-why')}</p>}
      {result && <Summary result={result} />}
      <ErrorMessage report={fault?.code === 'CANCELLED' ? undefined : fault} />
      <div className={styles.begin}>
        {run ? (
          <RunProgress run={run} />
        ) : (
          <Button
            icon={<Users size={14} aria-hidden />}
            disabled={running}
            onClick={() => void begin()}
          >
            {t(result ? 'problems-playtest-again' : 'problems-playtest-begin', { count: READERS })}
          </Button>
        )}
        {result && (
          <Button
            icon={<Flame size={14} aria-hidden />}
            aria-pressed={heat.measure === 'readers'}
            onClick={() => heat.show(heat.measure === 'readers' ? undefined : 'readers')}
          >
            {t('problems-playtest-map')}
          </Button>
        )}
      </div>
      {result && <Found result={result} />}
    </section>
  )
}

function Summary({ result }: { result: Result }) {
  const { t } = useTranslation()
  const number = useRevision()
  const { readers, pages, words } = result
  return (
    <>
      {result.number !== number && (
        <p className={styles.more} role="status">
          {t('problems-playtest-changed')}
        </p>
      )}
      <p className={styles.more}>
        {t('problems-playtest-length', {
          count: readers,
          pages: pages.median,
          words: words.median,
          most: pages.most,
        })}
      </p>
      {result.not_compiled && <p className={styles.more}>{t('problems-playtest-not-compiled')}</p>}
    </>
  )
}

function Found({ result }: { result: Result }) {
  const { t } = useTranslation()
  const { readers, pages, endings, stuck, failed, endless } = result
  const unread = result.unread.slice(0, LISTED)
  const more = result.unread_count - unread.length
  const least = result.read.filter((it) => it.readers < readers).slice(0, LISTED)
  return (
    <>
      <Ends title={t('problems-playtest-stuck')} ends={stuck} of={readers} />
      <Ends title={t('problems-playtest-failed')} ends={failed} of={readers} />
      {endless > 0 && (
        <p className={styles.more}>
          {t('problems-playtest-endless', { count: endless, pages: pages.most })}
        </p>
      )}
      <Ends title={t('problems-playtest-endings')} ends={endings} of={readers} />
      <Listed title={t('problems-playtest-unread')} count={result.unread_count}>
        {unread.map((it) => (
          <li key={it.id} className={styles.row}>
            <NodeLink node={it} />
          </li>
        ))}
      </Listed>
      {more > 0 && <p className={styles.more}>{t('problems-playtest-more', { count: more })}</p>}
      <Listed title={t('problems-playtest-least')} count={least.length}>
        {least.map((it) => (
          <li key={it.node.id} className={styles.row}>
            <NodeLink node={it.node} />
            <Share readers={it.readers} of={readers} />
          </li>
        ))}
      </Listed>
    </>
  )
}

/** Where readings ended; the shortest of each can be played. */
function Ends(props: {
  title: string
  ends: readonly (Ended & { message?: string })[]
  of: number
}) {
  const { t } = useTranslation()
  return (
    <Listed title={props.title} count={props.ends.length}>
      {props.ends.map(({ node, readers, seed, steps, message }) => (
        <li key={`${node.id} ${message}`} className={styles.row}>
          <NodeLink node={node} />
          <Share readers={readers} of={props.of} />
          <IconButton
            label={t('problems-figures-play', { name: node.title })}
            icon={<Play size={13} />}
            onClick={() => useDock.getState().playFrom(undefined, steps, seed)}
          />
          {message && <p className={styles.path}>{message}</p>}
          <span className={styles.bar} style={{ width: `${(100 * readers) / props.of}%` }} />
        </li>
      ))}
    </Listed>
  )
}

function Listed(props: { title: string; count: number; children: ReactNode }) {
  if (props.count === 0) return null
  return (
    <>
      <h4 className={styles.subheading}>
        {props.title} <span className={styles.count}>{props.count}</span>
      </h4>
      <ul className={styles.list}>{props.children}</ul>
    </>
  )
}

function Share({ readers, of }: { readers: number; of: number }) {
  const { t, language } = useTranslation()
  const share = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumSignificantDigits: readers * 100 < of ? 1 : 2,
  }).format(readers / of)
  return (
    <span className={styles.small} title={t('problems-playtest-readers', { count: readers })}>
      {share}
    </span>
  )
}
