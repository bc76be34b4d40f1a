/**
 * Keeps the order of a list while somebody types in it. An element moved among its siblings loses
 * focus and any composition of an input method; so while a field in the list has focus, reordering
 * by another window is postponed.
 */

import { type RefObject, useEffect, useReducer, useRef } from 'react'

/**
 * All of `now` in their previous order; new items follow their predecessor in `now`. So the item
 * being edited does not move.
 */
export function inPreviousOrder<T extends string | object>(
  before: readonly T[],
  now: readonly T[],
  idOf: (it: T) => string,
): readonly T[] {
  const byId = new Map(now.map((it) => [idOf(it), it]))
  const known = new Set(before.map(idOf))
  const still = before.flatMap((it) => byId.get(idOf(it)) ?? [])
  for (const [at, it] of now.entries()) {
    if (known.has(idOf(it))) continue
    const previous = now[at - 1]
    still.splice(previous === undefined ? 0 : still.indexOf(previous) + 1, 0, it)
  }
  return still
}

const FIELDS = 'input, textarea, [contenteditable="true"]'

/** The focused field inside. */
export function focusedFieldIn(box: Element | null): Element | undefined {
  const field = document.activeElement
  return field?.matches(FIELDS) && box?.contains(field) ? field : undefined
}

/** `now`, in the order shown before as long as a field inside `box` has focus. */
export function useFrozenOrder<T extends string | object>(
  box: RefObject<HTMLElement | null>,
  now: readonly T[],
  idOf: (it: T) => string,
): readonly T[] {
  const shown = useRef(now)
  const [, arrange] = useReducer((times: number) => times + 1, 0)
  shown.current = focusedFieldIn(box.current) ? inPreviousOrder(shown.current, now, idOf) : now
  useEffect(() => {
    // Listens on the document, because the list itself may be mounted and unmounted.
    const left = ({ target, relatedTarget: to }: FocusEvent) => {
      if (!box.current?.contains(target as Node)) return
      if (!(to instanceof Element && to.matches(FIELDS) && box.current.contains(to))) arrange()
    }
    document.addEventListener('focusout', left)
    return () => document.removeEventListener('focusout', left)
  }, [box])
  return shown.current
}
