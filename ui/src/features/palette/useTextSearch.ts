/** Searches the texts of the story, a moment after the writer stopped typing. */

import { useEffect, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { useSession } from '../../document'

export type Hit = ToolOutput<'search_story'>['hits'][number]

const PAUSE = 160
const MOST = 8

export function useTextSearch(words: string): Hit[] {
  const session = useSession()
  const [answer, setAnswer] = useState<{ words: string; hits: Hit[] }>({ words: '', hits: [] })
  const wanted = words.trim()
  // One Chinese character says as much as a word; one letter says nothing.
  const worth = wanted.length > 1 || /[^\p{ASCII}]/u.test(wanted)

  useEffect(() => {
    if (!worth) return
    let left = false
    const timer = setTimeout(async () => {
      const found = await session
        .data('search_story', { query: wanted, limit: MOST })
        .catch(() => ({ hits: [] }))
      if (!left) setAnswer({ words: wanted, hits: found.hits.filter((it) => it.node) })
    }, PAUSE)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, wanted, worth])

  return worth && answer.words === wanted ? answer.hits : []
}
