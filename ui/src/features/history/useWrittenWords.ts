/** The effect of a writing session on a text: the change in word count, and the first new words. */

import { useEffect, useState } from 'react'
import type { DiffPiece } from '../../cards'
import { type Session, useSession } from '../../document'
import { countWords } from '../../notation'

export interface WrittenWords {
  /** The words that came, less those that went. */
  more: number
  /** The first words that changed. */
  first: string
}

interface Versions {
  node: string
  from: number | undefined
  to: number
}

/** The longest beginning that is shown, in characters. */
const SHOWN = 80

/** Versions never change, so what was counted once is kept, for each story that is open. */
const counted = new WeakMap<Session, Map<string, Promise<WrittenWords | undefined>>>()

export function useWrittenWords(versions: Versions | undefined): WrittenWords | undefined {
  const session = useSession()
  const [words, setWords] = useState<WrittenWords>()
  const { node, from, to } = versions ?? {}
  useEffect(() => {
    if (node === undefined || to === undefined) return
    let wanted = true
    void read(session, { node, from, to }).then((it) => wanted && setWords(it))
    return () => {
      wanted = false
    }
  }, [session, node, from, to])
  return words
}

function read(session: Session, { node, from, to }: Versions): Promise<WrittenWords | undefined> {
  const known = counted.get(session) ?? new Map<string, Promise<WrittenWords | undefined>>()
  counted.set(session, known)
  const key = `${node} ${from} ${to}`
  const found = known.get(key)
  if (found) return found
  const args = { node, capability: 'text', to, ...(from === undefined ? {} : { from }) }
  const asked = session.data('compare_versions', args).then(
    ({ pieces = [] }) => wordsOf(pieces),
    // A version that is no longer kept: the row says what was done without its words.
    () => undefined,
  )
  known.set(key, asked)
  return asked
}

function wordsOf(pieces: readonly DiffPiece[]): WrittenWords {
  const side = (left: DiffPiece['kind']) =>
    pieces
      .filter((it) => it.kind !== left)
      .map((it) => it.text)
      .join('')
  const [before, after] = [side('added'), side('removed')]
  const changed =
    pieces.find((it) => it.kind === 'added' && it.text.trim()) ??
    pieces.find((it) => it.kind === 'removed' && it.text.trim())
  const line = changed?.text.trim().split('\n')[0] ?? ''
  return {
    more: countWords(after) - countWords(before),
    first: line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line,
  }
}
