/**
 * Which steps of the story are in effect and which were undone, as the program lists them: so a
 * card is correct after any undo, from any window, and after a restart.
 */

import { create } from 'zustand'
import { CallError, type ToolOutput } from '../../../bridge'
import type { Session } from '../../../document'

type UndoStep = Pick<ToolOutput<'list_steps'>['steps'][number], 'turn' | 'changes' | 'undone'>

interface UndoSteps {
  steps: readonly UndoStep[]
}

export type UndoStatus = 'done' | 'undone' | 'unknown'

/** As many as the program lists at once. */
const MOST = 500
/** DiffView in a burst are answered with one reading, this many milliseconds after the last. */
const SETTLE = 150

const nothing: UndoSteps = { steps: [] }

export const useUndoSteps = create<UndoSteps>(() => nothing)

let stop: (() => void) | undefined

/** Follows the steps of a story, in place of the one before. */
export function watchUndoSteps(session: Session): void {
  stop?.()
  useUndoSteps.setState(nothing)
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false
  const read = async () => {
    try {
      const { steps } = await session.data('list_steps', { limit: MOST })
      if (!left) useUndoSteps.setState({ steps })
    } catch (error) {
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
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

/** Whether what a turn wrote is in the story. */
export function undoStatusOfTurn({ steps }: UndoSteps, turn: string): UndoStatus {
  const own = steps.filter((it) => it.turn === turn)
  if (own.some((it) => !it.undone)) return 'done'
  return own.length > 0 ? 'undone' : 'unknown'
}

/** Whether a change is in the story. */
export function undoStatusOfChange({ steps }: UndoSteps, change: number): UndoStatus {
  // What was written into a draft is not a step, and what was taken back and can no longer be done
  // again is listed no more.
  const own = steps.find((it) => it.changes.includes(change))
  if (!own) return 'unknown'
  return own.undone ? 'undone' : 'done'
}

/** Whether a change is a step by itself, so that taking the step back takes back nothing else. */
export function isOnlyChangeInStep({ steps }: UndoSteps, change: number): boolean {
  return steps.some((it) => it.changes.length === 1 && it.changes[0] === change)
}
