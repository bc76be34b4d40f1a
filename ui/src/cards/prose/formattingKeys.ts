/** Bold and italic by shortcut: toggles Markdown's marks around the selection. */

import { EditorSelection, type StateCommand } from '@codemirror/state'
import type { KeyBinding } from '@codemirror/view'

function around(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const size = mark.length
    const changes = state.changeByRange(({ from, to }) => {
      const inside =
        state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark
      return inside
        ? {
            changes: [
              { from: from - size, to: from },
              { from: to, to: to + size },
            ],
            range: EditorSelection.range(from - size, to - size),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + size, to + size),
          }
    })
    dispatch(state.update(changes, { userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

export const markKeys: KeyBinding[] = [
  { key: 'Mod-b', run: around('**') },
  { key: 'Mod-i', run: around('*') },
]
