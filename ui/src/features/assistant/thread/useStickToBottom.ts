/** Keeps a scrolled box at its end while its content grows, unless the reader scrolled up. */

import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'

/** How far from its end, in pixels, a reader still counts as reading along. */
const NEAR = 48

interface StickToBottom {
  box: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/** `rejoin` changes when the reader does something whose answer stands at the end. */
export function useStickToBottom(rejoin: unknown): StickToBottom {
  const box = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const last = useRef(0)
  useLayoutEffect(() => {
    if (rejoin) follows.current = true
  }, [rejoin])
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (!outer || !inner) return
    const sized = new ResizeObserver(() => {
      if (follows.current && inner.childElementCount > 0) outer.scrollTop = outer.scrollHeight
    })
    sized.observe(inner)
    sized.observe(outer)
    return () => sized.disconnect()
  }, [])
  const onScroll = ({ currentTarget: at }: UIEvent<HTMLElement>) => {
    // Content that grew leaves the end behind as well; the reader asks only for going up.
    const near = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR
    follows.current = near || (follows.current && at.scrollTop >= last.current)
    last.current = at.scrollTop
  }
  return { box, content, onScroll }
}
