/** The places of words in all texts, looked for again a moment after typing. */

import { useEffect, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../bridge'
import { useRevision, useSession } from '../document'

/** What is looked for, as the tools take it. */
export interface TextQuery {
  find: string
  match_case?: boolean
  whole_word?: boolean
  nodes?: readonly string[]
  limit?: number
  per_node?: number
}

export type NodeMatches = MatchResults['nodes'][number]

export type MatchResults = ToolOutput<'find_in_texts'>

/** So long nothing was typed, in milliseconds, until it is looked for. */
const PAUSE = 200

export function useMatches(wanted: TextQuery) {
  const session = useSession()
  const number = useRevision()
  const [answer, setAnswer] = useState<{ asked: string; finds: MatchResults }>()
  const [fault, setFault] = useState<ErrorReport>()
  const asked = JSON.stringify(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the story moves the places
  useEffect(() => {
    const about = JSON.parse(asked) as TextQuery
    setFault(undefined)
    if (about.find === '') {
      setAnswer(undefined)
      return
    }
    let left = false
    const pause = setTimeout(() => {
      session.data('find_in_texts', about).then(
        (finds) => !left && setAnswer({ asked, finds }),
        (error: unknown) => !left && setFault(toErrorReport(error)),
      )
    }, PAUSE)
    return () => {
      left = true
      clearTimeout(pause)
    }
  }, [session, asked, number])
  // What was found stays while the next words are looked for.
  return { finds: answer?.finds, isCurrent: answer?.asked === asked, fault }
}

/** From so many characters on, what stands beside a match has been cut. */
const CUT_FROM = 32

/** What stands before and behind a match, with an ellipsis where the line goes on. */
export function matchContext({ before, after }: { before: string; after: string }) {
  return [
    before.length >= CUT_FROM ? `…${before.trimStart()}` : before,
    after.length >= CUT_FROM ? `${after.trimEnd()}…` : after,
  ] as const
}
