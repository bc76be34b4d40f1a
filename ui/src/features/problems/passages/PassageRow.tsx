/** A finding at a passage: both quotations, each opening its text, and its state. */

import { Check, MessageSquare, RotateCcw, ScrollText, Sprout, Unlink2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { Button, Field, type RowStop, TextArea } from '../../../kit'
import { useNotices } from '../../../state'
import { useTranslation } from '../../../text'
import styles from '../problems.module.css'
import type { PassageFinding } from '../rows'
import own from './passages.module.css'

const ICONS: Record<string, typeof MessageSquare> = {
  contradiction: Unlink2,
  promise: Sprout,
  comment: MessageSquare,
}

/** What says that a finding of a kind was dealt with. */
function doneWords(kind: string) {
  if (kind === 'promise') return 'problems-passage-keep'
  return kind === 'comment' ? 'problems-passage-resolve' : 'problems-passage-close'
}

type Place = PassageFinding['passage']

interface PassageRowProps {
  finding: PassageFinding
  stop: RowStop
  /** Whether one of its places was opened last. */
  isCurrent: boolean
  /** Opens one of its passages. */
  onOpen: (place: Place) => void
  /** The finding stands differently now. */
  onChanged: () => void
}

export function PassageRow({ finding, stop, isCurrent, onOpen, onChanged }: PassageRowProps) {
  const { t } = useTranslation()
  const { kind, state, stage, says, author, passage, other, advanced, reason, replies } = finding
  const Icon = ICONS[kind] ?? ScrollText
  const { tabIndex } = stop
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: where the keyboard is, is remembered
    <div className={styles.line} data-state={state} onFocus={stop.onFocus}>
      <button
        ref={stop.ref}
        type="button"
        className={styles.go}
        aria-current={isCurrent || undefined}
        tabIndex={tabIndex}
        onClick={() => onOpen(passage)}
      >
        <Icon size={15} aria-hidden className={styles.mark} />
        <span className={styles.words}>
          <span className={styles.kind}>
            {author ?? t.or(`problems-passage-kinds-${stage === 'advancing' ? stage : kind}`, kind)}
          </span>
          <span className={`${styles.message} ${own.says}`}>{says}</span>
          {replies?.map((it, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
            <span key={at} className={own.reply}>
              {it.author && <b>{it.author}: </b>}
              {it.says}
            </span>
          ))}
          {(state === 'changed' || state === 'reopened') && (
            <span className={own.changed}>{t(`problems-passage-${state}`)}</span>
          )}
          {reason && state !== 'open' && (
            <span className={styles.why}>{t('problems-passage-reason', { reason })}</span>
          )}
        </span>
      </button>
      <div className={own.quotes}>
        <Quote place={passage} tabIndex={tabIndex} onOpen={onOpen} />
        {advanced?.map((it) => (
          <Quote
            key={`${it.node?.id}/${it.quote}`}
            place={it}
            tabIndex={tabIndex}
            onOpen={onOpen}
          />
        ))}
        {other && <Quote place={other} tabIndex={tabIndex} onOpen={onOpen} />}
      </div>
      <Decision finding={finding} tabIndex={tabIndex} onChanged={onChanged} />
    </div>
  )
}

interface QuoteProps {
  place: Place
  tabIndex: number
  onOpen: (place: Place) => void
}

function Quote({ place, tabIndex, onOpen }: QuoteProps) {
  const { t } = useTranslation()
  const { node, quote, character } = place
  const title = node?.title ?? t('problems-passage-gone')
  return (
    <button
      type="button"
      className={own.quote}
      tabIndex={tabIndex}
      disabled={!node}
      title={t('problems-passage-open', { title })}
      onClick={() => onOpen(place)}
    >
      <span className={own.title}>{title}</span>{' '}
      <q className={character === undefined ? own.lost : own.said}>{quote}</q>
    </button>
  )
}

interface DecisionProps {
  finding: PassageFinding
  tabIndex: number
  onChanged: () => void
}

function Decision({ finding, tabIndex, onChanged }: DecisionProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const [reason, setReason] = useState<string>()
  const form = useId()
  const { finding: id, kind, state } = finding
  const done = (text: string) => {
    useNotices.getState().show({ tone: 'good', text, hint: t('problems-mended-hint') })
    setReason(undefined)
    onChanged()
  }
  const waive = async (why: string) => {
    if (!(await call('waive_finding', { finding: id, reason: why }))) return
    done(t(why ? 'problems-passage-waived' : 'problems-passage-reopened-done'))
  }
  const close = async () => {
    if (await call('close_finding', { finding: id })) done(t('problems-passage-closed'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason?.trim()) void waive(reason.trim())
  }
  // What has changed cannot be left as it was: nothing stands there to be left.
  const canWaive = state === 'open' && kind !== 'comment'
  const hasReason = state === 'waived' || state === 'reopened'
  return (
    <div className={own.decision}>
      {reason === undefined ? (
        <div className={own.buttons}>
          <Button
            icon={<Check size={13} aria-hidden />}
            tabIndex={tabIndex}
            disabled={running}
            onClick={() => void close()}
          >
            {t(doneWords(kind))}
          </Button>
          {canWaive && (
            <Button
              variant="plain"
              tabIndex={tabIndex}
              disabled={running}
              onClick={() => setReason('')}
            >
              {t('problems-passage-waive')}
            </Button>
          )}
          {hasReason && (
            <Button
              variant="plain"
              icon={<RotateCcw size={13} aria-hidden />}
              tabIndex={tabIndex}
              disabled={running}
              onClick={() => void waive('')}
            >
              {t('problems-passage-reopen')}
            </Button>
          )}
        </div>
      ) : (
        <form
          id={form}
          className={own.form}
          onSubmit={submit}
          onKeyDown={(event) => {
            // The list around it goes by arrow keys, which belong to the words here.
            event.stopPropagation()
            if (event.key === 'Escape') setReason(undefined)
          }}
        >
          <Field label={t('problems-passage-why')} note={t('problems-passage-why-note')}>
            {(ids) => (
              <TextArea
                {...ids}
                autoFocus
                rows={2}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)
                    return
                  event.preventDefault()
                  event.currentTarget.form?.requestSubmit()
                }}
              />
            )}
          </Field>
          <div className={own.buttons}>
            <Button type="submit" variant="primary" disabled={running || !reason.trim()}>
              {t('problems-passage-waive-save')}
            </Button>
            <Button variant="plain" onClick={() => setReason(undefined)}>
              {t('problems-passage-cancel')}
            </Button>
          </div>
        </form>
      )}
      <ErrorMessage report={fault} />
    </div>
  )
}
