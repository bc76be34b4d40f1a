/** Makes everything beside an element inert while the element fills the window. */

import { type RefObject, useEffect } from 'react'

export function useInertSiblings(element: RefObject<HTMLElement | null>, alone: boolean): void {
  useEffect(() => {
    if (!alone) return
    const silenced: HTMLElement[] = []
    for (let at = element.current; at && at !== document.body; at = at.parentElement) {
      for (const beside of at.parentElement?.children ?? []) {
        if (beside === at || !(beside instanceof HTMLElement) || beside.inert) continue
        beside.inert = true
        silenced.push(beside)
      }
    }
    return () => {
      for (const beside of silenced) beside.inert = false
    }
  }, [element, alone])
}
