/**
 * The field of a condition or an effect. Variables of the story, functions and titles are offered while one
 * types; arrows or the pointer take one, so that Enter and Tab mean what they mean in every field.
 */

import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useSession } from '../../document'
import { useTranslation } from '../../text'
import { variablesOf } from '../storyVariables'
import { useEditableField } from '../useEditableField'
import { completeRule, type RuleCompletion } from './completeRule'
import styles from './rules.module.css'

interface RuleInputProps {
  /** The condition or effect in the story. */
  value: string
  /** Hands over what was written; false where it was refused. */
  onChange: (value: string) => Promise<boolean>
  id?: string
  /** Its name, where no label of its own names it. */
  label?: string
  hint: string
  className?: string | undefined
  /** The field itself, for whoever puts the caret there. */
  field?: RefObject<HTMLInputElement | null>
}

interface Offer {
  completions: readonly RuleCompletion[]
  /** The one that Enter takes; -1 before one is chosen. */
  at: number
}

/** The kinds of nodes that describe the story, and that nobody visits. */
const NOT_VISITED = new Set(['character', 'place', 'note', 'group'])

/** Keys that move the caret away from what is offered. */
const CARET_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

const NOTHING: Offer = { completions: [], at: -1 }

export function RuleInput({
  value,
  onChange,
  id,
  label,
  hint,
  className,
  field: asked,
}: RuleInputProps) {
  const { t } = useTranslation()
  const session = useSession()
  const field = useEditableField(value, onChange)
  const own = useRef<HTMLInputElement>(null)
  const input = asked ?? own
  const list = useId()
  const [offer, setOffer] = useState(NOTHING)
  const { completions, at } = offer
  const isOpen = completions.length > 0
  const close = () => setOffer(NOTHING)

  const complete = async (source: string, caret: number) => {
    const variables = await variablesOf(session)
    // More may have been typed while they were read, or the field left.
    if (input.current?.value !== source || document.activeElement !== input.current) return
    const pages = [...session.mirror.nodes.values()].filter((it) => !NOT_VISITED.has(it.kind))
    const titles = pages.map((it) => it.title)
    setOffer({ completions: completeRule(source, caret, { variables, titles }), at: -1 })
  }
  const taken = useRef<RuleCompletion>(undefined)
  const take = (completion: RuleCompletion) => {
    taken.current = completion
    field.type(completion.source)
    close()
  }
  // The caret is placed as soon as the field shows what was taken, before anything else is typed.
  useLayoutEffect(() => {
    const { source, caret } = taken.current ?? {}
    taken.current = undefined
    if (source === undefined || caret === undefined || source !== field.value) return
    input.current?.setSelectionRange(caret, caret)
    if (source[caret - 1] === '"') void complete(source, caret)
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (CARET_KEYS.has(event.key)) close()
    const chosen = completions[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (isOpen && step) {
      const count = completions.length
      setOffer({ completions, at: at < 0 && step < 0 ? count - 1 : (at + step + count) % count })
    } else if (event.key === 'Enter' && chosen) take(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else return field.onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <input
        ref={input}
        id={id}
        className={className}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        aria-label={label}
        placeholder={hint}
        title={label ? field.value : undefined}
        spellCheck={false}
        autoComplete="off"
        value={field.value}
        onChange={({ target }) => {
          field.type(target.value)
          void complete(target.value, target.selectionStart ?? target.value.length)
        }}
        onBlur={() => {
          close()
          field.finish()
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Completions
          id={list}
          label={t('cards-rules-completions')}
          beside={input}
          offer={offer}
          onTake={take}
        />
      )}
    </>
  )
}

interface CompletionsProps {
  id: string
  label: string
  beside: RefObject<HTMLInputElement | null>
  offer: Offer
  onTake: (completion: RuleCompletion) => void
}

/** The list below its field, or above where there is no room; as a popover, so that nothing cuts it off. */
function Completions({ id, label, beside, offer, onTake }: CompletionsProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from what it offers
  useLayoutEffect(() => {
    const field = beside.current?.getBoundingClientRect()
    const own = list.current
    if (!field || !own) return
    // Where pages do not know popovers, it is shown as it is.
    own.showPopover?.()
    const { offsetWidth, offsetHeight } = own
    const isBelow = field.bottom + 4 + offsetHeight <= window.innerHeight
    own.style.left = `${Math.max(4, Math.min(field.left, window.innerWidth - offsetWidth - 4))}px`
    own.style.top = `${isBelow ? field.bottom + 4 : field.top - 4 - offsetHeight}px`
  }, [beside, offer.completions])
  return (
    <div
      ref={list}
      id={id}
      className={styles.list}
      popover="manual"
      role="listbox"
      aria-label={label}
      tabIndex={-1}
    >
      {offer.completions.map((it, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the keyboard
        <div
          key={it.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === offer.at}
          className={styles.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(it)}
        >
          {it.label}
        </div>
      ))}
    </div>
  )
}
