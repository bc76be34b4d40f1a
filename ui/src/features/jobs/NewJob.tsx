/** A new job: its instruction, its cards, and the estimate; it starts when the writer confirms. */

import { Play } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import {
  callData,
  type ErrorReport,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../../bridge'
import { ErrorMessage, PromptButtons, useReading } from '../../cards'
import { descendantsOf, useRevision, useSelection, useSession } from '../../document'
import {
  Button,
  Field,
  LabeledGroup,
  languageName,
  Segmented,
  Select,
  TextArea,
  TextInput,
} from '../../kit'
import { useJobRequest } from '../../state'
import { useTranslation } from '../../text'
import styles from './jobs.module.css'

type Estimate = ToolOutput<'plan_job'>
type Task = NonNullable<ToolInput<'run_job'>['task']>
/** A task that is chosen as such; translating is chosen by its language. */
type OwnTask = Exclude<Task, 'translate'>
type Scope = 'selection' | 'all'

/** What a job can do, the usual first. */
const TASKS: readonly OwnTask[] = ['rewrite', 'names', 'summaries', 'continuity', 'portraits']

/** Stands before the language in the choice of a task that translates. */
const TRANSLATE = 'translate:'

const instructionLabel = (task: Task) =>
  task === 'rewrite'
    ? 'jobs-instruction'
    : task === 'translate'
      ? 'jobs-translate-instruction'
      : 'jobs-wishes'

/** How long the words rest before they are estimated, in milliseconds. */
const REST = 400
/** The model that needs no network, which writes no texts. */
const BUILTIN = 'builtin'

interface NewJobProps {
  onStart: (args: ToolInput<'run_job'>) => void
}

export function NewJob({ onStart }: NewJobProps) {
  const { t, language: shownIn } = useTranslation()
  const { selected, scenes, characters } = useCounts()
  const targets = useReading('read_story_languages', {}).data?.targets ?? []
  const asked = useJobRequest((it) => it.language)
  const language = asked !== undefined && targets.includes(asked) ? asked : undefined
  const [picked, setTask] = useState<OwnTask>('rewrite')
  const task: Task = language === undefined ? picked : 'translate'
  const [chosen, setChosen] = useState<Scope>()
  const scope = chosen ?? (selected.length > 1 ? 'selection' : 'all')
  const [instruction, setInstruction] = useState('')
  const [most, setMost] = useState('')
  const kind = task === 'portraits' ? 'character' : 'scene'
  const all = task === 'portraits' ? characters : scenes
  const count = scope === 'selection' ? selected.length : all
  const words = instruction.trim()
  const args = useMemo(() => {
    if (count === 0 || (task === 'rewrite' && words === '')) return undefined
    // A translation is of all that readers see, where no cards are chosen.
    const everything = language === undefined ? { kind } : {}
    const which = scope === 'selection' ? { nodes: [...selected] } : everything
    // The usual task is not named: it is what a job does; a language says that it translates.
    const named = task === 'rewrite' ? {} : { task }
    const what = language === undefined ? named : { language }
    return { ...what, ...(words ? { instruction: words } : {}), ...which }
  }, [count, task, language, words, scope, selected, kind])
  const { estimate, fault } = useEstimate(args)
  const cost = Number(most.replace(',', '.'))
  const isBuiltin = estimate?.model === BUILTIN && task !== 'portraits'
  const works = estimate ? estimate.nodes - estimate.too_long : 0
  const ready = args !== undefined && estimate !== undefined && works > 0 && !isBuiltin

  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const limit = estimate.cost !== undefined && cost > 0 ? { max_cost: cost } : {}
    onStart({ ...args, ...limit })
    setInstruction('')
  }
  return (
    <form className={styles.form} onSubmit={start}>
      <Field
        label={t('jobs-task')}
        {...(task === 'translate' ? {} : { note: t(`jobs-task-${task}-note`) })}
      >
        {(ids) => (
          <Select
            {...ids}
            value={language === undefined ? task : TRANSLATE + language}
            choices={[
              ...TASKS.map((it) => ({ value: it as string, label: t(`jobs-task-${it}`) })),
              ...targets.map((it) => ({
                value: TRANSLATE + it,
                label: t('jobs-task-translate', { name: languageName(it, shownIn) }),
              })),
            ]}
            onChoose={(it) => {
              const isTranslation = it.startsWith(TRANSLATE)
              useJobRequest.setState({
                language: isTranslation ? it.slice(TRANSLATE.length) : undefined,
              })
              if (!isTranslation) setTask(it as OwnTask)
            }}
          />
        )}
      </Field>
      <Field label={t(instructionLabel(task))}>
        {(ids) => (
          <TextArea
            {...ids}
            data-panel-focus
            rows={3}
            value={instruction}
            placeholder={
              task === 'rewrite'
                ? t('jobs-instruction-hint')
                : task === 'translate'
                  ? t('jobs-translate-instruction-hint')
                  : undefined
            }
            onChange={(event) => setInstruction(event.target.value)}
          />
        )}
      </Field>
      {task === 'rewrite' && words === '' && (
        <div className={styles.prompts}>
          <PromptButtons onChoose={setInstruction} />
        </div>
      )}
      <LabeledGroup label={t('jobs-scope')}>
        <Segmented
          label={t('jobs-scope')}
          value={scope}
          choices={[
            { value: 'selection', label: t('jobs-scope-selection', { count: selected.length }) },
            {
              value: 'all',
              label: t(task === 'portraits' ? 'jobs-scope-characters' : 'jobs-scope-scenes', {
                count: all,
              }),
            },
          ]}
          onChange={setChosen}
        />
      </LabeledGroup>
      {count === 0 && (
        <p className={styles.quiet}>
          {t(
            scope === 'selection'
              ? 'jobs-scope-none'
              : task === 'portraits'
                ? 'jobs-scope-no-characters'
                : 'jobs-scope-no-scenes',
          )}
        </p>
      )}
      {estimate && <EstimateLines estimate={estimate} task={task} />}
      {estimate?.cost !== undefined && (
        <Field label={t('jobs-most')} note={t('jobs-most-note')}>
          {(ids) => (
            <TextInput
              {...ids}
              className={styles.most ?? ''}
              inputMode="decimal"
              value={most}
              onChange={(event) => setMost(event.target.value)}
            />
          )}
        </Field>
      )}
      <ErrorMessage report={fault} />
      <div className={styles.start}>
        <Button
          type="submit"
          variant="primary"
          icon={<Play size={14} aria-hidden />}
          disabled={!ready}
        >
          {t('jobs-start')}
        </Button>
        <span className={styles.quiet}>
          {t(countsAtOnce(task) ? 'jobs-note-kept' : 'jobs-note')}
        </span>
      </div>
    </form>
  )
}

/** Whether what the task finds is kept at once, because it changes no text. */
function countsAtOnce(task: Task): boolean {
  return task === 'summaries' || task === 'continuity'
}

/** The selected cards, those within selected groups among them, and how many scenes there are. */
function useCounts() {
  const { mirror } = useSession()
  const revision = useRevision()
  const nodes = useSelection((it) => it.nodes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mirror is changed in place
  return useMemo(() => {
    const ids = new Set<string>()
    for (const id of nodes) {
      if (mirror.nodes.get(id)?.kind !== 'group') ids.add(id)
      else for (const held of descendantsOf(mirror, id)) ids.add(held)
    }
    const selected = [...ids].filter((it) => {
      const node = mirror.nodes.get(it)
      return node !== undefined && node.kind !== 'group'
    })
    const ofKind = (kind: string) =>
      [...mirror.nodes.values()].filter((it) => it.kind === kind).length
    return { selected, scenes: ofKind('scene'), characters: ofKind('character') }
  }, [mirror, revision, nodes])
}

function useEstimate(args: ToolInput<'plan_job'> | undefined) {
  const { bridge } = useSession()
  const revision = useRevision()
  const [estimate, setEstimate] = useState<Estimate>()
  const [fault, setFault] = useState<ErrorReport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts may be longer by now
  useEffect(() => {
    let left = false
    if (args === undefined) {
      setEstimate(undefined)
      setFault(undefined)
      return
    }
    const timer = setTimeout(() => {
      callData(bridge, { name: 'plan_job', args }).then(
        (it) => {
          if (left) return
          setEstimate(it)
          setFault(undefined)
        },
        (why: unknown) => {
          if (left) return
          setEstimate(undefined)
          setFault(toErrorReport(why))
        },
      )
    }, REST)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [bridge, args, revision])
  return { estimate, fault }
}

function EstimateLines({ estimate, task }: { estimate: Estimate; task: Task }) {
  const { t, language } = useTranslation()
  const { model, nodes, empty, done, too_long, input_tokens, output_tokens, cost } = estimate
  const paints = task === 'portraits'
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const money = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  if (model === BUILTIN && !paints) {
    return (
      <p className={styles.warn} role="status">
        {t('jobs-builtin')}
      </p>
    )
  }
  const parts = paints
    ? [t('jobs-pictures', { count: nodes })]
    : [
        t('jobs-requests', { count: nodes - too_long }),
        t('jobs-tokens', { tokens: compact.format(input_tokens + output_tokens) }),
        cost === undefined ? t('jobs-no-price') : t('jobs-cost', { cost: money.format(cost) }),
      ]
  return (
    <div className={styles.estimate} role="status">
      <span>{parts.join(' · ')}</span>
      <span className={styles.quiet}>{t('jobs-model', { model })}</span>
      {empty > 0 && <span className={styles.quiet}>{t('jobs-empty', { count: empty })}</span>}
      {done !== undefined && done > 0 && (
        <span className={styles.quiet}>{t('jobs-done', { count: done })}</span>
      )}
      {too_long > 0 && (
        <span className={styles.warn}>{t('jobs-too-long', { count: too_long })}</span>
      )}
    </div>
  )
}
