/** Whether there is a step to undo or redo, according to the history. */

import { create } from 'zustand'
import type { Session } from '../document'

interface UndoState {
  undo: boolean
  redo: boolean
}

/** Until the history was read both are offered: the program refuses what cannot be done. */
export const useUndoState = create<UndoState>(() => ({ undo: true, redo: true }))

/** More undone steps than this at once are looked past for one that is not. */
const STEP_LIMIT = 100

/** Keeps the reach in step with a story until the returned function is called. */
export function watchUndoState(session: Session): () => void {
  let left = false
  let reading = false
  let again = false
  async function read(): Promise<void> {
    again = reading
    if (reading) return
    reading = true
    const found = await session.data('list_steps', { limit: STEP_LIMIT }).catch(() => undefined)
    reading = false
    if (left) return
    if (found) {
      useUndoState.setState({
        undo: found.steps.some((it) => !it.undone) || found.steps.length === STEP_LIMIT,
        redo: found.steps.some((it) => it.undone),
      })
    }
    if (again) void read()
  }
  void read()
  const stop = session.listen((event) => {
    if (event.type === 'data:changed') void read()
  })
  return () => {
    left = true
    stop()
  }
}
