/** A manuscript bound to a node: saved by a tool, kept in step with each reading, never lost. */

import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../document'
import { faultOf, unreached } from '../useTool'
import { Manuscript, type Standing } from './manuscript'
import type { ProseHandle } from './ProseEditor'
import { parkedWords, parkWords } from './parked'

interface Told {
  node: string
  /** What the capability holds, as a new object with each reading. */
  data: { text: string } | null
  editor: RefObject<ProseHandle | null>
  reread: () => void
}

interface Held {
  manuscript: Manuscript
  standing: Standing
  text: string
}

export function useManuscript({ node, data, editor, reread }: Told): Held {
  const session = useSession()
  const [manuscript] = useState(
    () =>
      new Manuscript(data?.text ?? '', {
        replace: (text, undoable) => editor.current?.replace(text, undoable),
        park: (words) => parkWords(session.mirror.story.id, node, words),
        write: async (text) => {
          const fault = await session.call('write_text', { node, text }).then(faultOf, unreached)
          reread()
          return fault
        },
      }),
  )
  const standing = useSyncExternalStore(manuscript.subscribe, () => manuscript.standing)
  const text = useSyncExternalStore(manuscript.subscribe, () => manuscript.text)

  useEffect(() => {
    const words = parkedWords(session.mirror.story.id, node)
    if (words) manuscript.recover(words)
    const close = () => manuscript.close()
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [manuscript, session, node])

  useEffect(() => manuscript.theirs(data?.text ?? ''), [manuscript, data])

  return { manuscript, standing, text }
}
