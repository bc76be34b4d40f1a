/**
 * Enter that opened a place opens the next one when it is pressed again: what was found is selected in the
 * text then, and would be written over.
 */

import { useEffect, useRef } from 'react'
import { stepPlace } from '../../state'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/** The returned function is called when Enter opened a place; any other key or the pointer ends it. */
export function useEnterGoesOn(): () => void {
  const goesOn = useRef(false)
  useEffect(() => {
    const end = () => {
      goesOn.current = false
    }
    const pressed = (event: KeyboardEvent) => {
      if (!goesOn.current || MODIFIERS.includes(event.key)) return
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
    goesOn.current = true
  }
}
