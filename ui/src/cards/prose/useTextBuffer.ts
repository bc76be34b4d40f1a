/** A text buffer bound to a node: saved by a tool, updated from the story, never lost. */

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { callData, callTool, toErrorReport } from '../../bridge'
import { type Session, useSession } from '../../document'
import { errorOf } from '../useToolCall'
import type { ProseHandle } from './ProseEditor'
import { type SaveState, TextBuffer } from './textBuffer'
import { readUnsavedText, storeUnsavedText } from './unsavedText'

interface TextBufferOptions {
  node: string
  /** The draft that is written into; the story itself where there is none. */
  draft: string | undefined
  /** What the capability holds, as a new object with each reading. */
  data: { text: string } | null
  editor: RefObject<ProseHandle | null>
  /** The number of the version that holds it; null where there is none. */
  version: number | null
  reread: () => void
}

interface TextBufferView {
  manuscript: TextBuffer
  saveState: SaveState
  text: string
}

export function useTextBuffer({
  node,
  draft,
  data,
  version,
  editor,
  reread,
}: TextBufferOptions): TextBufferView {
  const session = useSession()
  // Words of a draft are kept apart from those of the story.
  const kept = draft === undefined ? node : `${node}/${draft}`
  // The version that the manuscript builds on: a save is refused where another is adopted by now.
  const known = useRef(version ?? 0)
  const [manuscript] = useState(
    () =>
      new TextBuffer(data?.text ?? '', {
        replace: (text, undoable) => editor.current?.replace(text, undoable),
        park: (words) => storeUnsavedText(session.mirror.story.id, kept, words),
        write: async (text, base) => {
          const outcome = await save(session, { node, draft, text, base, known })
          reread()
          return outcome
        },
      }),
  )
  const saveState = useSyncExternalStore(manuscript.subscribe, () => manuscript.saveState)
  const text = useSyncExternalStore(manuscript.subscribe, () => manuscript.text)

  useEffect(() => {
    const words = readUnsavedText(session.mirror.story.id, kept)
    if (words) manuscript.recover(words)
    const close = () => manuscript.close()
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [manuscript, session, kept])

  useEffect(() => {
    known.current = version ?? 0
    manuscript.theirs(data?.text ?? '')
  }, [manuscript, data, version])

  return { manuscript, saveState, text }
}

interface Saving {
  node: string
  draft: string | undefined
  text: string
  base: string
  known: RefObject<number>
}

/** Saves over the version that is known; where another is adopted, over that if it says the same. */
async function save({ bridge }: Session, { node, draft, text, base, known }: Saving) {
  // Where the words were written, whatever is looked at by now.
  const place = draft === undefined ? {} : { draft }
  const write = () => {
    const args = { node, text, expected: known.current }
    return callTool(bridge, { name: 'write_text', args, ...place })
  }
  try {
    let answer = await write()
    if (answer.error?.code === 'CONFLICT') {
      const read = { name: 'read_text', args: { node }, ...place } as const
      const now = await callData(bridge, read)
      known.current = now.version ?? 0
      if (now.text !== base && now.text !== text) return { theirs: now.text }
      answer = await write()
    }
    known.current = answer.result?.data.version ?? known.current
    return errorOf(answer)
  } catch (error) {
    return toErrorReport(error)
  }
}
