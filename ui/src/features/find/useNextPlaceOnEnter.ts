/**
 * Pressing Enter again opens the next place. The keyboard is in the text by then, where Enter would replace the
 * selected match.
 */

import { useEffect, useRef } from 'react'
import { stepPlace } from '../../state'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/** Call the returned function when Enter opens a place; any other key or the pointer ends the stepping. */
export function useNextPlaceOnEnter(): () => void {
  const isStepping = useRef(false)
  useEffect(() => {
    const end = () => {
      isStepping.current = false
    }
    const pressed = (event: KeyboardEvent) => {
      if (!isStepping.current || MODIFIERS.includes(event.key)) return
      const { target } = event
      const isInText = target instanceof HTMLElement && target.isContentEditable
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== 'Enter' || event.isComposing || !isInText || !isPlain) return end()
      event.preventDefault()
      event.stopPropagation()
      stepPlace(event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', pressed, true)
    window.addEventListener('pointerdown', end, true)
    return () => {
      window.removeEventListener('keydown', pressed, true)
      window.removeEventListener('pointerdown', end, true)
    }
  }, [])
  return () => {
    isStepping.current = true
  }
}
