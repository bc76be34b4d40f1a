/** An element that fills the window, until it is asked to give way. */

import { type RefObject, useEffect, useRef } from 'react'

let giveWay: (() => void) | undefined

/** Ends what fills the window, if anything does: something beside it is to be seen. */
export function leaveFullWindow(): void {
  giveWay?.()
}

/** While an element fills the window, everything beside it is inert. */
export function useFullWindow(
  element: RefObject<HTMLElement | null>,
  fills: boolean,
  onLeave: () => void,
): void {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (!fills) return
    const silenced: HTMLElement[] = []
    for (let at = element.current; at && at !== document.body; at = at.parentElement) {
      for (const beside of at.parentElement?.children ?? []) {
        if (beside === at || !(beside instanceof HTMLElement) || beside.inert) continue
        beside.inert = true
        silenced.push(beside)
      }
    }
    const own = () => leave.current()
    giveWay = own
    return () => {
      for (const beside of silenced) beside.inert = false
      if (giveWay === own) giveWay = undefined
    }
  }, [element, fills])
}
