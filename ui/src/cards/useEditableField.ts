/**
 * An editable field: typed text stays here until it is saved, on blur, with Enter, or on unmount.
 * Until something is typed it shows the story's value.
 */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface EditableField {
  value: string
  /** Whether something typed is not handed over. */
  changed: boolean
  type: (value: string) => void
  finish: () => void
  /** Lets go of what was typed. */
  drop: () => void
  /** Enter hands over (not with Shift); Escape lets go. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** `hand` gives the value over; false where it was refused, so that it stays to be fixed. */
export function useEditableField(
  story: string,
  hand: (value: string) => Promise<boolean>,
): EditableField {
  const [typed, setTyped] = useState<string>()
  const latest = useRef({ typed, story, hand })
  latest.current = { typed, story, hand }
  // What is on its way is not handed over again by the blur that follows an Enter.
  const handed = useRef<string>(undefined)

  const finish = () => {
    const { typed, story, hand } = latest.current
    if (typed === undefined || typed === handed.current) return
    latest.current.typed = undefined
    if (typed === story) return setTyped(undefined)
    handed.current = typed
    void hand(typed).then((taken) => {
      handed.current = undefined
      if (!taken) return
      if (latest.current.typed === typed) latest.current.typed = undefined
      setTyped((now) => (now === typed ? undefined : now))
    })
  }
  const finishRef = useRef(finish)
  finishRef.current = finish
  useEffect(() => () => finishRef.current(), [])

  const drop = () => {
    latest.current.typed = undefined
    setTyped(undefined)
  }
  return {
    value: typed ?? story,
    changed: typed !== undefined && typed !== story,
    type: setTyped,
    finish,
    drop,
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault()
        finish()
      } else if (event.key === 'Escape' && latest.current.typed !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        drop()
      }
    },
  }
}
