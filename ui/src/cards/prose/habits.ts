/**
 * What the editor does automatically, if the writer wants it: typographic replacements, and
 * typewriter scrolling.
 */

import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { WritingHabits } from './writing'

/** What is left as it is typed: code, links, macros and their conditions. */
const TECHNICAL = /(`[^`]*|\[\[[^\]]*|<<(?:(?!>>).)*|\{[^}]*|\([\w-]+:[^)]*|<[^>]*)$/

/** The sign that stands for a typed one behind a text, and how many letters before it give way. */
export function typographic(before: string, typed: string): { sign: string; gone: number } | null {
  if (TECHNICAL.test(before)) return null
  const opens = /(^|[\s([{—–“‘«-])$/u.test(before)
  if (typed === '"') return { sign: opens ? '“' : '”', gone: 0 }
  if (typed === "'") return { sign: opens ? '‘' : '’', gone: 0 }
  // Three hyphens stay what they are: a line across the page.
  if (typed === '-' && /[^-]-$/.test(before)) return { sign: '—', gone: 1 }
  if (typed === '.' && /(^|[^.])\.\.$/.test(before)) return { sign: '…', gone: 2 }
  return null
}

const smartSigns = EditorView.inputHandler.of((view, from, to, text) => {
  if (view.composing || text.length !== 1) return false
  const line = view.state.doc.lineAt(from)
  const found = typographic(line.text.slice(0, from - line.from), text)
  if (!found) return false
  // Typed first and then set: one undo gives back what was typed.
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.type',
  })
  const begin = from - found.gone
  view.dispatch({
    changes: { from: begin, to: from + text.length, insert: found.sign },
    selection: { anchor: begin + found.sign.length },
    userEvent: 'input.complete',
  })
  return true
})

const stillLine = [
  EditorView.updateListener.of(({ view, docChanged, selectionSet }) => {
    if (!view.hasFocus || !(docChanged || selectionSet)) return
    const { head, empty } = view.state.selection.main
    if (!empty) return
    // After this update: none may begin within another.
    queueMicrotask(() =>
      view.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'center' }) }),
    )
  }),
  EditorView.theme({ '.cm-content': { paddingBottom: '45vh' } }),
]

export function habitsOf({ smart, typewriter }: WritingHabits): Extension {
  return [smart ? smartSigns : [], typewriter ? stillLine : []]
}
