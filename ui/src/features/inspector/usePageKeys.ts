/**
 * The keys of a page: Escape returns to the map, Mod+Enter moves from the text to a new choice, and
 * outside of text fields the arrows navigate: right follows a choice, left goes back, up and down
 * select.
 */

import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isTyping } from '../../actions'
import { type NodeDetails, useSession } from '../../document'
import { isImeKey } from '../../kit'
import { leavePage } from '../../state'
import { useTrail } from './trail'

/** The buttons that follow choices. */
const TARGETS = '[data-choice-target]'

export function usePageKeys(
  page: RefObject<HTMLElement | null>,
  node: string,
  reading: NodeDetails | undefined,
) {
  const { mirror } = useSession()
  const isThere = reading !== undefined
  useEffect(() => {
    if (!isThere || !useTrail.getState().arrive(node)) return
    const first = page.current?.querySelector<HTMLElement>(TARGETS)
    ;(first ?? page.current)?.focus()
  }, [page, node, isThere])

  const read = (event: KeyboardEvent): boolean => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return false
    const targets = [...(page.current?.querySelectorAll<HTMLElement>(TARGETS) ?? [])]
    const at = targets.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'ArrowRight') {
      const link = reading?.outgoing[Math.max(0, at)]
      if (link) useTrail.getState().follow(link.node.id, true)
      return link !== undefined
    }
    if (event.key === 'ArrowLeft') {
      const sources = new Set(reading?.incoming.map((it) => it.node.id))
      useTrail.getState().back([...sources], mirror)
      return true
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || at < 0) return false
    targets[(at + step + targets.length) % targets.length]?.focus()
    return true
  }
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isMod = event.ctrlKey || event.metaKey
      const inText = event.target instanceof Element && event.target.closest('.cm-content')
      const isEnter = event.key === 'Enter' && isMod && !event.shiftKey
      if (!isEnter || !inText || isImeKey(event.nativeEvent)) return
      const choice = page.current?.querySelector<HTMLElement>('[data-new-choice]')
      if (!choice) return
      // Before the text takes it for an empty line.
      event.preventDefault()
      event.stopPropagation()
      choice.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented || isImeKey(event.nativeEvent)) return
      if (event.key === 'Escape') leavePage()
      else if (!read(event)) return
      event.preventDefault()
    },
  }
}
