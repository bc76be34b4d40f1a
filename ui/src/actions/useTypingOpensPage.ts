/**
 * Typing on a card opens its page and writes there, including what is typed while the page opens. A
 * letter that is a shortcut stays one until a page is opened.
 */

import { useEffect } from 'react'
import { useSelection, useSession } from '../document'
import { isImeKey } from '../kit'
import { keysNow, useKeyChoices } from '../state/keyChoices'
import { openPage, usePage } from '../state/page'
import { actionContext } from './action'
import { allActions } from './allActions'
import { isTyping, matchesKeys } from './keybindings'

/** A letter, in any script: digits and signs zoom the map, and a space takes hold of it. */
const LETTER = /^\p{L}$/u

export function useTypingOpensPage(): void {
  const session = useSession()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || isImeKey(event) || ctrlKey || metaKey || altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      const { wanted } = usePage.getState()
      // The page is on its way: what is typed meanwhile is meant for its text, shortcuts and all.
      const node = wanted?.node ?? cardUnderKeys(event)
      const written = wanted ? [...key].length === 1 : LETTER.test(key)
      if (node === undefined || !written) return
      const cx = actionContext(session)
      const choices = useKeyChoices.getState()
      const isShortcut = allActions().some(
        (it) =>
          keysNow(it, choices).some((keys) => matchesKeys(event, keys)) && (it.when?.(cx) ?? true),
      )
      if (isShortcut && !wanted) return
      event.preventDefault()
      event.stopPropagation()
      openPage(node, key)
    }
    /** The one card of the map that keys are about, where it has a text; the outline searches by letters. */
    const cardUnderKeys = ({ target }: KeyboardEvent) => {
      const { nodes, focused } = useSelection.getState()
      const isMap = target instanceof Element && target.matches('[role="application"]')
      if (!isMap || nodes.size !== 1 || focused === undefined) return undefined
      const kind = session.mirror.nodes.get(focused)?.kind
      return kind !== undefined && kind !== 'group' ? focused : undefined
    }
    // Before the map, the outline and the shortcuts hear of it.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [session])
}
