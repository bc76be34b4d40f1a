/**
 * Styles Markdown in prose: larger headings, bold text, faint marks; macros in monospace.
 * Decorations only: the text stays as typed.
 */

import { syntaxTree } from '@codemirror/language'
import type { Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { macrosIn, type Span, storyLinksIn } from '../../notation'

const looks: Record<string, string> = {
  ATXHeading1: 'cm-h1',
  ATXHeading2: 'cm-h2',
  ATXHeading3: 'cm-h3',
  ATXHeading4: 'cm-h3',
  ATXHeading5: 'cm-h3',
  ATXHeading6: 'cm-h3',
  SetextHeading1: 'cm-h1',
  SetextHeading2: 'cm-h2',
  StrongEmphasis: 'cm-bold',
  Emphasis: 'cm-italic',
  Strikethrough: 'cm-struck',
  InlineCode: 'cm-code',
  FencedCode: 'cm-code',
  Blockquote: 'cm-quote',
  Link: 'cm-linked',
  HeaderMark: 'cm-faint',
  EmphasisMark: 'cm-faint',
  StrikethroughMark: 'cm-faint',
  QuoteMark: 'cm-faint',
  ListMark: 'cm-faint',
  LinkMark: 'cm-faint',
  CodeMark: 'cm-faint',
  URL: 'cm-faint',
  HorizontalRule: 'cm-faint',
}

const marks = new Map(
  [...new Set(Object.values(looks))].map((it) => [it, Decoration.mark({ class: it })]),
)

/** A macro is not a word of any language, so its spelling is nobody's business. */
const macroMark = Decoration.mark({ class: 'cm-macro', attributes: { spellcheck: 'false' } })

/** How far above what is in view a macro may have begun. */
const ABOVE = 2000

function decorate(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = []
  const mark = (name: string, from: number, to: number) => {
    const decoration = marks.get(name)
    if (decoration && from < to) ranges.push(decoration.range(from, to))
  }
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(0, from - ABOVE)
    const text = view.state.doc.sliceString(start, to, '\n')
    const inText = macrosIn(text)
    const macros = inText.map((it): Span => ({ from: it.from + start, to: it.to + start }))
    const links = new Set(storyLinksIn(text, inText).map((it) => it.from + start))
    for (const { from, to } of macros)
      if (from < to && !links.has(from)) ranges.push(macroMark.range(from, to))
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const name = looks[node.name]
        // What a macro holds is not Markdown, whatever it looks like.
        if (
          name &&
          !macros.some((it) => it.from < node.to && node.from < it.to && !holds(node, it))
        )
          mark(name, node.from, node.to)
      },
    })
  }
  return Decoration.set(ranges, true)
}

function holds(outer: Span, inner: Span): boolean {
  return (
    outer.from <= inner.from &&
    inner.to <= outer.to &&
    outer.to - outer.from > inner.to - inner.from
  )
}

export const markdownStyle = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate) {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || parsed) {
        this.decorations = decorate(update.view)
      }
    }
  },
  { decorations: (it) => it.decorations },
)

export const proseTheme = EditorView.theme({
  '&': {
    backgroundColor: 'transparent',
    color: 'var(--ink)',
    fontSize: 'var(--prose-size, 16.5px)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--prose-family, var(--font-prose))', lineHeight: '1.65' },
  '.cm-content': { padding: '10px 0 14px', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0', textIndent: 'var(--prose-indent, 0)' },
  '.cm-placeholder': { color: 'var(--ink-faint)', fontStyle: 'italic' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-soft)' },
  '.cm-h1': { fontSize: '1.5em', fontWeight: '650', lineHeight: '1.35' },
  '.cm-h2': { fontSize: '1.28em', fontWeight: '650', lineHeight: '1.4' },
  '.cm-h3': { fontSize: '1.1em', fontWeight: '650' },
  '.cm-bold': { fontWeight: '680' },
  '.cm-italic': { fontStyle: 'italic' },
  '.cm-struck': { textDecoration: 'line-through' },
  '.cm-quote': { color: 'var(--ink-soft)', fontStyle: 'italic' },
  '.cm-linked': { textDecoration: 'underline', textDecorationColor: 'var(--line-strong)' },
  '.cm-code': { fontFamily: 'var(--font-mono)', fontSize: '0.84em' },
  '.cm-faint': { color: 'var(--ink-faint)', fontWeight: '400' },
  '.cm-macro': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.8em',
    fontStyle: 'normal',
    fontWeight: '400',
    color: 'var(--ink-soft)',
    backgroundColor: 'var(--surface-sunken)',
    borderRadius: '4px',
    padding: '1px 3px',
  },
})
