/** A manuscript bound to a node: saved by a tool, kept in step with each reading, never lost. */

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Answer } from '../../bridge'
import { type Session, useSession } from '../../document'
import { faultOf, unreached } from '../useTool'
import { Manuscript, type Standing } from './manuscript'
import type { ProseHandle } from './ProseEditor'
import { parkedWords, parkWords } from './parked'

interface Told {
  node: string
  /** What the capability holds, as a new object with each reading. */
  data: { text: string } | null
  editor: RefObject<ProseHandle | null>
  /** The number of the version that holds it; null where there is none. */
  version: number | null
  reread: () => void
}

interface Held {
  manuscript: Manuscript
  standing: Standing
  text: string
}

export function useManuscript({ node, data, version, editor, reread }: Told): Held {
  const session = useSession()
  // The version that the manuscript builds on: a save is refused where another is adopted by now.
  const known = useRef(version ?? 0)
  const [manuscript] = useState(
    () =>
      new Manuscript(data?.text ?? '', {
        replace: (text, undoable) => editor.current?.replace(text, undoable),
        park: (words) => parkWords(session.mirror.story.id, node, words),
        write: async (text, base) => {
          const outcome = await save(session, { node, text, base, known })
          reread()
          return outcome
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

  useEffect(() => {
    known.current = version ?? 0
    manuscript.theirs(data?.text ?? '')
  }, [manuscript, data, version])

  return { manuscript, standing, text }
}

interface Saving {
  node: string
  text: string
  base: string
  known: RefObject<number>
}

/** Saves over the version that is known; where another is adopted, over that if it says the same. */
async function save(session: Session, { node, text, base, known }: Saving) {
  const write = () => session.call('write_text', { node, text, expected: known.current })
  try {
    let answer = await write()
    if (answer.error?.code === 'CONFLICT') {
      const now = await session.data<{ text: string; version: number | null }>('read_text', {
        node,
      })
      known.current = now.version ?? 0
      if (now.text !== base && now.text !== text) return { theirs: now.text }
      answer = await write()
    }
    known.current = versionIn(answer) ?? known.current
    return faultOf(answer)
  } catch (error) {
    return unreached(error)
  }
}

function versionIn(answer: Answer): number | undefined {
  return (answer.result?.data as { version?: number } | undefined)?.version
}
