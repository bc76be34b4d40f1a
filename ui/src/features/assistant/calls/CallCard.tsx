/** One tool call: what it does, to which node, the new version, and its outcome. */

import { Check, CircleDashed, CircleHelp, Minus, TriangleAlert } from 'lucide-react'
import type { WrittenVersion } from '../../../bridge'
import { RunProgress, useOpenNode } from '../../../cards'
import { useRun } from '../../../document'
import { partName, useTranslation } from '../../../text'
import { useErrorText } from '../../../text/errorText'
import { currentToolName } from '../../../text/formerTools'
import type { CallEntry, Turn } from '../state/reduce'
import styles from './Call.module.css'
import { CallActions } from './CallActions'
import { NamedFields } from './NamedFields'
import { PlainValue } from './PlainValue'
import { QuestionBox } from './QuestionBox'
import { Result } from './Result'
import { SaveExport } from './SaveExport'

interface CallCardProps {
  call: CallEntry
  /** Its turn; none if the person called. */
  turn?: Turn
  /** Shows what it told at once. */
  open?: boolean
}

export function CallCard({ call, turn, open = false }: CallCardProps) {
  const { t, language } = useTranslation()
  const { answer, question } = call
  const schema = answer?.ui_schema
  const named = t.or(`tools-did-${currentToolName(call.name)}`, schema?.title ?? call.name)
  const message = schema?.template === 'message'
  // What was done the program says in English; elsewhere the name of the tool and what it wrote do.
  const isSaid = message && language === 'en'
  const data = answer?.result?.data
  const wordsOf = useErrorText()
  const fault = answer?.error && wordsOf(answer.error)
  const run = useRun((it) => it.call === call.id && it.turn === turn?.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a conversation has many; none is a place to go to
    <div
      role="group"
      className={styles.card}
      aria-label={named}
      data-state={answer?.status ?? 'open'}
    >
      <div className={styles.head}>
        <Mark call={call} over={turn !== undefined && turn.state !== 'running'} />
        <strong className={styles.named}>{isSaid ? schema.title : named}</strong>
        <WroteLine wrote={answer?.wrote ?? []} />
      </div>
      {answer?.edited_by_person && <p className={styles.which}>{t('assistant-edited-by-you')}</p>}
      {run && !answer && <RunProgress run={run} />}
      {fault && (
        <p className={styles.fault} {...(fault.foreign ? { lang: 'en' } : {})}>
          {fault.words}
          {fault.hint && <span>{fault.hint}</span>}
        </p>
      )}
      {schema && <Result schema={schema} named={new Set(answer.wrote?.map((it) => it.node))} />}
      {question && turn && <QuestionBox question={question} turn={turn.id} about={turn.node} />}
      {data !== undefined && !question && (
        <details className={styles.more} open={open && (!schema || message)}>
          <summary>{t('assistant-details')}</summary>
          {turn && <NamedFields args={(call.args ?? {}) as Record<string, unknown>} />}
          <PlainValue value={data} />
        </details>
      )}
      {answer && answer.status !== 'failure' && <CallActions answer={answer} />}
      {currentToolName(call.name) === 'export_story' && <SaveExport data={data} />}
    </div>
  )
}

/** How it went, as a small sign with its word. */
function Mark({ call, over }: { call: CallEntry; over: boolean }) {
  const { t } = useTranslation()
  const { answer, question } = call
  const [state, Icon] = answer
    ? answer.status === 'failure'
      ? (['failed', TriangleAlert] as const)
      : ([answer.status === 'partial' ? 'partial' : 'done', Check] as const)
    : question
      ? (['asks', CircleHelp] as const)
      : over
        ? (['unrun', Minus] as const)
        : (['runs', CircleDashed] as const)
  return (
    <span
      className={styles.mark}
      data-state={state}
      role="img"
      aria-label={t(`assistant-state-${state}`)}
    >
      <Icon size={15} aria-hidden />
    </span>
  )
}

/** How many written things are named before the rest is counted. */
const NAMED = 4

function WroteLine({ wrote }: { wrote: readonly WrittenVersion[] }) {
  const { t } = useTranslation()
  const open = useOpenNode()
  const listed = wrote.filter((it) => it.capability !== 'layout')
  const named = listed.length > 0 ? listed : wrote
  return (
    <span className={styles.wrote}>
      {named.slice(0, NAMED).map(({ node, title, capability, version }) => {
        const made = version?.number === 1
        // A card that is new is new as a whole, whatever the program calls its first part.
        const what =
          made && capability === 'node'
            ? []
            : [partName(capability, (part) => t.or(`assistant-part-${part}`, part))]
        const which = made
          ? t('assistant-made')
          : version
            ? t('assistant-version', { number: version.number })
            : t('assistant-gone')
        return (
          <span key={`${node}-${title}-${capability}`} className={styles.written}>
            {node && version ? (
              <button
                type="button"
                className={styles.node}
                aria-label={t('assistant-open', { title })}
                onClick={() => open(node)}
              >
                {title}
              </button>
            ) : (
              title
            )}
            <span className={styles.which}>{[...what, which].join(' · ')}</span>
          </span>
        )
      })}
      {named.length > NAMED && (
        <span className={styles.which}>
          {t('assistant-and-more', { count: named.length - NAMED })}
        </span>
      )}
    </span>
  )
}
