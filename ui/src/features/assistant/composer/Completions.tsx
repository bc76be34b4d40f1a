/** Completions of a slash command, above the field, chosen with arrows and Tab. */

import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { usePrompts } from '../../../cards'
import { useSession } from '../../../document'
import { useTranslation } from '../../../text'
import styles from './Composer.module.css'
import { type Completion, completions } from './completeCommand'

interface CompletionState {
  found: readonly Completion[]
  /** The one that Tab takes. */
  at: number
  id: string
  take: (way: Completion) => void
  /** Takes a key of the field; whether it meant something here. */
  keyed: (event: KeyboardEvent) => boolean
  attributes: Record<string, string | boolean>
}

export function useCompletions(line: string, write: (line: string) => void): CompletionState {
  const id = useId()
  const { mirror } = useSession()
  const prompts = usePrompts((it) => it.prompts)
  const titles = useCallback(() => [...mirror.nodes.values()].map((it) => it.title), [mirror])
  const [state, setState] = useState({ line, at: 0, closed: false })
  const now = state.line === line ? state : { line, at: 0, closed: false }
  const all = useMemo(
    () => (line.startsWith('/') ? completions(line, titles, prompts) : []),
    [line, titles, prompts],
  )
  const found = now.closed ? [] : all
  const at = Math.min(now.at, found.length - 1)
  const take = (way: Completion) => write(way.line)
  const keyed = (event: KeyboardEvent): boolean => {
    if (found.length === 0) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const way = found[at]
    // A name half typed is completed by Enter too; a line that stands by itself is sent.
    const half = event.key === 'Enter' && !event.shiftKey && /^\/\S*$/.test(line) && way
    const takes = event.key === 'Tab' || (half && way.line.trim() !== line)
    if (step) setState({ ...now, at: (at + step + found.length) % found.length })
    else if (event.key === 'Escape') setState({ ...now, closed: true })
    else if (takes && way) take(way)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const open = found.length > 0
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    ...(open ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` } : {}),
  }
  return { found, at, id, take, keyed, attributes }
}

export function Completions({ ways: { found, at, id, take } }: { ways: CompletionState }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (found.length > 0)
      document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [found, id, at])
  if (found.length === 0) return null
  return (
    <div
      id={id}
      className={styles.ways}
      role="listbox"
      aria-label={t('assistant-ways')}
      tabIndex={-1}
    >
      {found.map((way, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keyboard
        <div
          key={`${way.label} ${way.line}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={styles.wayOn}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(way)}
        >
          <code>
            {way.label}
            {way.takes && <i> {way.takes}</i>}
          </code>
          <span>{way.called ? `${way.called} · ${way.about}` : way.about}</span>
        </div>
      ))}
    </div>
  )
}
