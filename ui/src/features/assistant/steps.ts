/**
 * What of the story's steps stands and what was taken back, as the program lists them: so a card is
 * right after any undo, from any window, and after a restart.
 */

import { create } from 'zustand'
import { CallFailed } from '../../bridge'
import type { Session } from '../../document'

interface Step {
  turn?: string
  changes: readonly number[]
  undone: boolean
}

interface Steps {
  steps: readonly Step[]
}

export type Standing = 'done' | 'undone' | 'unknown'

/** As many as the program lists at once. */
const MOST = 500
/** Changes in a burst are answered with one reading, this many milliseconds after the last. */
const SETTLE = 150

const nothing: Steps = { steps: [] }

export const useSteps = create<Steps>(() => nothing)

let stop: (() => void) | undefined

/** Follows the steps of a story, in place of the one before. */
export function followSteps(session: Session): void {
  stop?.()
  useSteps.setState(nothing)
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false
  const read = async () => {
    try {
      const { steps } = await session.data<{ steps: Step[] }>('list_steps', { limit: MOST })
      if (!left) useSteps.setState({ steps })
    } catch (error) {
      if (!(error instanceof CallFailed || error instanceof TypeError)) throw error
      // What cannot be read now is read after the next change.
    }
  }
  const unheard = session.listen((event) => {
    if (event.type !== 'data:changed') return
    clearTimeout(timer)
    timer = setTimeout(() => void read(), SETTLE)
  })
  stop = () => {
    left = true
    clearTimeout(timer)
    unheard()
  }
  void read()
}

/** Whether what a turn wrote stands in the story. */
export function standingOfTurn({ steps }: Steps, turn: string): Standing {
  const own = steps.filter((it) => it.turn === turn)
  if (own.some((it) => !it.undone)) return 'done'
  return own.length > 0 ? 'undone' : 'unknown'
}

/** Whether a change stands in the story. */
export function standingOfChange({ steps }: Steps, change: number): Standing {
  // What was written into a draft is no step, and what was taken back and can no longer be done
  // again is listed no more.
  const own = steps.find((it) => it.changes.includes(change))
  if (!own) return 'unknown'
  return own.undone ? 'undone' : 'done'
}

/** Whether a change is a step by itself, so that taking the step back takes back nothing else. */
export function isAlone({ steps }: Steps, change: number): boolean {
  return steps.some((it) => it.changes.length === 1 && it.changes[0] === change)
}
