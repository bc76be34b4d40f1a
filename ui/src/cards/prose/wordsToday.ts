/**
 * How many words were written today, and since the window was opened, in this story. What was
 * written before the story was opened is counted by the program; from then on the editor counts.
 */

import { create } from 'zustand'

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

/** Counts the words of a story from now on; false if they are counted already. */
export function countWordsOf(story: string, now = new Date()): boolean {
  const { of, session } = useWordsToday.getState()
  const next = `${story} ${dayOf(now)}`
  if (of === next) return false
  const isSame = of.startsWith(`${story} `)
  useWordsToday.setState({ of: next, today: 0, session: isSame ? session : 0 })
  return !isSame
}

/** Words that were written today before the story was opened. */
export function addEarlierWords(story: string, words: number, now = new Date()): void {
  const { of, today } = useWordsToday.getState()
  if (of === `${story} ${dayOf(now)}`) useWordsToday.setState({ today: today + words })
}

/** Words that were written, fewer than none if they were deleted. */
export function addWords(story: string, words: number, now = new Date()): void {
  if (words === 0) return
  countWordsOf(story, now)
  const { today, session } = useWordsToday.getState()
  useWordsToday.setState({ today: today + words, session: session + words })
}
