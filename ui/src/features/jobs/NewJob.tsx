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
import { ErrorMessage } from '../../cards'
import { descendantsOf, useRevision, useSelection, useSession } from '../../document'
import { Button, Field, Segmented, TextArea, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './jobs.module.css'

type Estimate = ToolOutput<'plan_job'>
type Scope = 'selection' | 'scenes'

/** How long the words rest before they are estimated, in milliseconds. */
const REST = 400
/** The model that needs no network, which writes no texts. */
const BUILTIN = 'builtin'

interface NewJobProps {
  onStart: (args: ToolInput<'run_job'>) => void
}

export function NewJob({ onStart }: NewJobProps) {
  const { t } = useTranslation()
  const { selected, scenes } = useCounts()
  const [chosen, setChosen] = useState<Scope>()
  const scope = chosen ?? (selected.length > 1 ? 'selection' : 'scenes')
  const [instruction, setInstruction] = useState('')
  const [most, setMost] = useState('')
  const nodes = useMemo(
    () => (scope === 'selection' ? { nodes: [...selected] } : { kind: 'scene' }),
    [scope, selected],
  )
  const count = scope === 'selection' ? selected.length : scenes
  const words = instruction.trim()
  const { estimate, fault } = useEstimate(count > 0 ? words : '', nodes)
  const cost = Number(most.replace(',', '.'))
  const isBuiltin = estimate?.model === BUILTIN
  const works = estimate ? estimate.nodes - estimate.too_long : 0
  const ready = estimate !== undefined && works > 0 && !isBuiltin

  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const limit = estimate.cost !== undefined && cost > 0 ? { max_cost: cost } : {}
    onStart({ instruction: words, ...nodes, ...limit })
    setInstruction('')
  }
  return (
    <form className={styles.form} onSubmit={start}>
      <Field label={t('jobs-instruction')}>
        {(ids) => (
          <TextArea
            {...ids}
            data-panel-focus
            rows={3}
            value={instruction}
            placeholder={t('jobs-instruction-hint')}
            onChange={(event) => setInstruction(event.target.value)}
          />
        )}
      </Field>
      <Segmented
        label={t('jobs-scope')}
        value={scope}
        choices={[
          { value: 'selection', label: t('jobs-scope-selection', { count: selected.length }) },
          { value: 'scenes', label: t('jobs-scope-scenes', { count: scenes }) },
        ]}
        onChange={setChosen}
      />
      {count === 0 && (
        <p className={styles.quiet}>
          {t(scope === 'selection' ? 'jobs-scope-none' : 'jobs-scope-no-scenes')}
        </p>
      )}
      {estimate && <EstimateLines estimate={estimate} />}
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
        <span className={styles.quiet}>{t('jobs-note')}</span>
      </div>
    </form>
  )
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
    const scenes = [...mirror.nodes.values()].filter((it) => it.kind === 'scene').length
    return { selected, scenes }
  }, [mirror, revision, nodes])
}

function useEstimate(instruction: string, nodes: { nodes?: string[]; kind?: string }) {
  const { bridge } = useSession()
  const revision = useRevision()
  const [estimate, setEstimate] = useState<Estimate>()
  const [fault, setFault] = useState<ErrorReport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts may be longer by now
  useEffect(() => {
    let left = false
    if (instruction === '') {
      setEstimate(undefined)
      setFault(undefined)
      return
    }
    const timer = setTimeout(() => {
      callData(bridge, { name: 'plan_job', args: { instruction, ...nodes } }).then(
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
  }, [bridge, instruction, nodes, revision])
  return { estimate, fault }
}

function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { t, language } = useTranslation()
  const { model, nodes, empty, too_long, input_tokens, output_tokens, cost } = estimate
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const money = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  if (model === BUILTIN) {
    return (
      <p className={styles.warn} role="status">
        {t('jobs-builtin')}
      </p>
    )
  }
  const parts = [
    t('jobs-requests', { count: nodes - too_long }),
    t('jobs-tokens', { tokens: compact.format(input_tokens + output_tokens) }),
    cost === undefined ? t('jobs-no-price') : t('jobs-cost', { cost: money.format(cost) }),
  ]
  return (
    <div className={styles.estimate} role="status">
      <span>{parts.join(' · ')}</span>
      <span className={styles.quiet}>{t('jobs-model', { model })}</span>
      {empty > 0 && <span className={styles.quiet}>{t('jobs-empty', { count: empty })}</span>}
      {too_long > 0 && (
        <span className={styles.warn}>{t('jobs-too-long', { count: too_long })}</span>
      )}
    </div>
  )
}
