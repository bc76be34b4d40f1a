/** Lets every line be written in the direction of its own first letters. */

import type { Extension } from '@codemirror/state'
import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view'

const auto = Decoration.line({ attributes: { dir: 'auto' } })

function shownLines(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at)
      builder.add(line.from, line.from, auto)
      at = line.to + 1
    }
  }
  return builder.finish()
}

export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: shownLines(view),
      update(change) {
        if (change.docChanged || change.viewportChanged) this.lines = shownLines(change.view)
      },
    }),
    { decorations: (it) => it.lines },
  ),
]
