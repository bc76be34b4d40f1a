/** The conversations in which some words occur; all of them where there are no words. */

import { useEffect, useState } from 'react'
import { useSession } from '../../../document'
import { type ThreadSummary, useConversation } from '../state/conversation'

/** How long typing rests before what was said is searched, in milliseconds. */
const REST = 200

export function useThreadsWith(words: string): readonly ThreadSummary[] {
  const session = useSession()
  const threads = useConversation((it) => it.threads)
  const [found, setFound] = useState<ReadonlySet<string>>()
  const wanted = words.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renamed conversation may have the words
  useEffect(() => {
    if (wanted === '') {
      setFound(undefined)
      return
    }
    let isWanted = true
    const timer = setTimeout(() => {
      session.data('list_threads', { words: wanted }).then(
        (it) => isWanted && setFound(new Set(it.threads.map((thread) => thread.thread))),
        () => undefined,
      )
    }, REST)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [session, wanted, threads])
  return found ? threads.filter((it) => found.has(it.thread)) : threads
}
