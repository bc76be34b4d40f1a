/**
 * Tells a writer whose card somebody else deleted what became of the words, and keeps what is typed on
 * from being taken for shortcuts. The words are kept on this machine until the card is back.
 */

import { useEffect, useRef } from 'react'
import { useNode, useSelection, useSession } from '../document'
import { useNotices, useWorkspace } from '../state'
import { useTranslation } from '../text'

/** Who types on pauses no longer than this, in milliseconds. */
const PAUSE = 1500

export function useRemovedWhileWriting(): void {
  const session = useSession()
  const { t } = useTranslation()
  const focused = useSelection((it) => it.focused)
  const title = useNode(focused)?.title
  const known = useRef<{ id: string; title: string }>(undefined)
  useEffect(() => {
    if (focused !== undefined && title !== undefined) known.current = { id: focused, title }
  }, [focused, title])
  useEffect(() => {
    const { mirror } = session
    return mirror.subscribe(({ whole, nodes }) => {
      const card = known.current
      if (!card || mirror.nodes.has(card.id) || !(whole || nodes.has(card.id))) return
      known.current = undefined
      if (!isWriting()) return
      ignoreKeysUntilPause()
      useNotices.getState().show({
        tone: 'bad',
        text: t('app-removed', { title: card.title }),
        stays: true,
        action: {
          label: t('app-removed-history'),
          perform: () => useWorkspace.getState().setPanel('history', true),
        },
      })
    })
  }, [session, t])
}

function isWriting(): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.closest('.cm-editor') !== null
}

/** Takes the keys that were meant for a text which is gone. */
function ignoreKeysUntilPause(): void {
  let timer: ReturnType<typeof setTimeout>
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', take, true)
    window.removeEventListener('pointerdown', stop, true)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, PAUSE)
  }
  const take = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    wait()
  }
  window.addEventListener('keydown', take, true)
  window.addEventListener('pointerdown', stop, true)
  wait()
}
