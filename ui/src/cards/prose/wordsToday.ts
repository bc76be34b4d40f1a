/**
 * How many words were written today, and since the window was opened, in this story on this
 * machine.
 */

import { create } from 'zustand'

const KEY = 'storyteller-words'

interface WordsToday {
  today: number
  session: number
}

interface WordsStore extends WordsToday {
  /** The story that is counted, and its day. */
  of: string
}

export const useWordsToday = create<WordsStore>(() => ({ of: '', today: 0, session: 0 }))

/** A day as the writer's clock has it. */
function dayOf(time: Date): string {
  return `${time.getFullYear()}-${time.getMonth() + 1}-${time.getDate()}`
}

/** Counts the words of a story from now on. */
export function countWordsOf(story: string, now = new Date()): void {
  const of = `${story} ${dayOf(now)}`
  if (useWordsToday.getState().of === of) return
  const isSame = useWordsToday.getState().of.startsWith(`${story} `)
  const session = isSame ? useWordsToday.getState().session : 0
  const [kept, count] = localStorage.getItem(KEY)?.split('|') ?? []
  const today = kept === of ? Number(count) || 0 : 0
  useWordsToday.setState({ of, today, session })
}

/** Words that were written, fewer than none if they were deleted. */
export function addWords(story: string, words: number, now = new Date()): void {
  if (words === 0) return
  countWordsOf(story, now)
  const { of, today, session } = useWordsToday.getState()
  const next = { today: today + words, session: session + words }
  useWordsToday.setState(next)
  localStorage.setItem(KEY, `${of}|${next.today}`)
}
