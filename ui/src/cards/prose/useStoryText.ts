/** The story's own text beside a draft's while a draft is viewed, and accepting passages. */

import { useCallback, useEffect, useState } from 'react'
import { callData, type ErrorReport, toErrorReport } from '../../bridge'
import { useSession } from '../../document'

interface StoryText {
  /**
   * The story's text, a new object with each reading; undefined where no draft is looked at, or the
   * story has no such node.
   */
  original: { text: string } | undefined
  /** Writes passages into the story: its text with them. */
  adopt: (text: string) => void
  fault: ErrorReport | undefined
}

export function useStoryText(node: string, draft: string | undefined): StoryText {
  const session = useSession()
  const [original, setOriginal] = useState<{ text: string }>()
  const [fault, setFault] = useState<ErrorReport>()

  const read = useCallback(async () => {
    if (draft === undefined) return
    // Of the story itself: without the draft.
    const call = { name: 'read_text', args: { node } } as const
    const answer = await callData(session.bridge, call).catch(() => undefined)
    setOriginal(answer)
  }, [session, node, draft])

  useEffect(() => {
    void read()
    return session.mirror.subscribe((touched) => {
      if (touched.whole || touched.nodes.has(node)) void read()
    })
  }, [session, node, read])

  const adopt = useCallback(
    (text: string) => {
      const call = { name: 'adopt_passages', args: { draft, node, text } } as const
      callData(session.bridge, call)
        .then(async ({ left }) => {
          setFault(undefined)
          if (left === 0 && session.draft === draft) await session.showDraft(undefined)
        })
        .catch(async (error: unknown) => {
          setFault(toErrorReport(error))
          // What was shown as taken was not: the story's text is shown again.
          await read()
        })
    },
    [session, node, draft, read],
  )
  return { original, adopt, fault }
}
