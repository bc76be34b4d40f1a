/**
 * What the program finds in the texts while the writer types: asked for at once, and again when an
 * answer is there and other words are typed by then. So one request at a time is under way, and the
 * last words are never waited for longer than two of them take.
 */

import { useEffect, useRef, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { useSession } from '../../document'

export type Hit = ToolOutput<'search_story'>['hits'][number]

const MOST = 8

export function useTextSearch(words: string): Hit[] {
  const session = useSession()
  const [answer, setAnswer] = useState<{ words: string; hits: Hit[] }>({ words: '', hits: [] })
  const trimmed = words.trim()
  // One Chinese character says as much as a word; one letter says nothing.
  const worth = trimmed.length > 1 || /[^\p{ASCII}]/u.test(trimmed)
  const wanted = worth ? trimmed : ''
  const latest = useRef(wanted)
  const asking = useRef(false)

  useEffect(() => {
    latest.current = wanted
    const ask = async () => {
      asking.current = true
      let asked = ''
      while (latest.current !== '' && latest.current !== asked) {
        asked = latest.current
        const found = await session
          .data('search_story', { query: asked, limit: MOST })
          .catch(() => ({ hits: [] }))
        if (asked === latest.current) {
          setAnswer({ words: asked, hits: found.hits.filter((it) => it.node) })
        }
      }
      asking.current = false
    }
    if (!asking.current) void ask()
  }, [session, wanted])
  useEffect(
    () => () => {
      latest.current = ''
    },
    [],
  )

  return wanted !== '' && answer.words === wanted ? answer.hits : []
}
