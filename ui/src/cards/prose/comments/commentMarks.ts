/** Comments in the editor: their passages are marked, and keep their places while one writes. Framework-free. */

import { type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { type QuotedPassage, spanOf } from '../quotedPassage'

/** A comment and the passage that it is about. */
export interface CommentPlace {
  id: string
  passage: QuotedPassage
}

const shown = StateEffect.define<DecorationSet>()

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) if (effect.is(shown)) return effect.value
    return decorations.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks these comments, and no others; one of them may be looked at. */
export function showComments(
  view: EditorView,
  comments: readonly CommentPlace[],
  looked: string | undefined,
): void {
  const text = view.state.doc.toString()
  const ranges = comments.flatMap(({ id, passage }): Range<Decoration>[] => {
    const span = spanOf(text, passage)
    if (!span || span.from === span.to) return []
    const name = id === looked ? 'cm-comment cm-comment-looked' : 'cm-comment'
    const mark = Decoration.mark({ class: name, attributes: { 'data-comment': id } })
    return [mark.range(span.from, span.to)]
  })
  view.dispatch({ effects: shown.of(Decoration.set(ranges, true)) })
}

/** Marks comments, and tells which is pressed. */
export function commentMarks(onPress: (id: string) => void): Extension {
  return [
    marks,
    EditorView.domEventHandlers({
      click(event, view) {
        if (!view.state.selection.main.empty || !(event.target instanceof Element)) return
        const id = event.target.closest('[data-comment]')?.getAttribute('data-comment')
        if (id) onPress(id)
      },
    }),
    EditorView.theme({
      '.cm-comment': {
        backgroundColor: 'var(--warn-soft)',
        borderBottom: '2px solid var(--glow)',
        cursor: 'pointer',
      },
      '.cm-comment-looked': { backgroundColor: 'color-mix(in srgb, var(--glow) 40%, transparent)' },
    }),
  ]
}
