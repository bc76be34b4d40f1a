/**
 * Lists keep still under the hand that writes in them. An element that is moved among its siblings
 * loses the keyboard and what an input method composes there; so while a field within has the
 * keyboard, what another window brings into another order stays where it is.
 */

import { type RefObject, useEffect, useReducer, useRef } from 'react'

/**
 * All of `now` in the order they had before; what is new stands behind what it follows now. So nothing
 * moves away from under the hand that writes in it.
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

/** The field within that has the keyboard. */
export function focusedFieldIn(box: Element | null): Element | undefined {
  const field = document.activeElement
  return field?.matches(FIELDS) && box?.contains(field) ? field : undefined
}

/** `now`, in the order it was shown in for as long as a field within `box` has the keyboard. */
export function useFrozenOrder<T extends string | object>(
  box: RefObject<HTMLElement | null>,
  now: readonly T[],
  idOf: (it: T) => string,
): readonly T[] {
  const shown = useRef(now)
  const [, arrange] = useReducer((times: number) => times + 1, 0)
  shown.current = focusedFieldIn(box.current) ? inPreviousOrder(shown.current, now, idOf) : now
  useEffect(() => {
    // Heard on the document: the list itself may come and go.
    const left = ({ target, relatedTarget: to }: FocusEvent) => {
      if (!box.current?.contains(target as Node)) return
      if (!(to instanceof Element && to.matches(FIELDS) && box.current.contains(to))) arrange()
    }
    document.addEventListener('focusout', left)
    return () => document.removeEventListener('focusout', left)
  }, [box])
  return shown.current
}
