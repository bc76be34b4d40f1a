/**
 * The passage that is being rewritten or commented on, marked in the editor: it stays the same passage
 * while words come and go around it. Framework-free.
 */

import { type Extension, Facet, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  showTooltip,
  type Tooltip,
  WidgetType,
} from '@codemirror/view'

/** So much before the caret is what a model writes on from, in characters. */
const BEFORE_CARET = 600

interface Span {
  from: number
  to: number
}

export interface PassageText {
  /** Its words; before a caret, what stands before it. */
  text: string
  /** At which character of the text it begins, counting from 1. */
  character: number
  /** Whether nothing is selected, so that words can only be added. */
  isCaret: boolean
}

const mark = StateEffect.define<Span | undefined>()

/** What can be done with a selection: by its key, or by a button beside the selection. */
export interface PassageTask {
  /** The key, as CodeMirror writes it. */
  key: string
  open: () => void
  /** What the button says. */
  label: () => string
}
const tasks = Facet.define<PassageTask[], PassageTask[]>({ combine: (all) => all.flat() })

class CaretMark extends WidgetType {
  override toDOM(): HTMLElement {
    const dom = document.createElement('span')
    dom.className = 'cm-passage-caret'
    dom.setAttribute('aria-hidden', 'true')
    return dom
  }
  override eq(): boolean {
    return true
  }
}

const marked = StateField.define<Span | undefined>({
  create: () => undefined,
  update(span, transaction) {
    for (const effect of transaction.effects) if (effect.is(mark)) return effect.value
    if (!span || !transaction.docChanged) return span
    const from = transaction.changes.mapPos(span.from, span.from === span.to ? 1 : -1)
    return { from, to: Math.max(from, transaction.changes.mapPos(span.to, 1)) }
  },
  provide: (field) => EditorView.decorations.from(field, decorationOf),
})

function decorationOf(span: Span | undefined): DecorationSet {
  if (!span) return Decoration.none
  if (span.from < span.to) {
    const words = Decoration.mark({ class: 'cm-passage' })
    return Decoration.set([words.range(span.from, span.to)])
  }
  return Decoration.set([Decoration.widget({ widget: new CaretMark(), side: 1 }).range(span.from)])
}

/** Buttons at a selection made by hand, for those who do not know the keys. */
const atSelection = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    const { state } = transaction
    const { from, empty } = state.selection.main
    if (empty || state.field(marked) || state.facet(tasks).length === 0) return null
    if (!transaction.selection && !transaction.docChanged) return shown
    // Selecting by key is often part of something else; the key for this is at hand then.
    if (!transaction.isUserEvent('select.pointer')) return shown?.pos === from ? shown : null
    return { pos: from, above: true, create: buttonsOf }
  },
  provide: (field) => showTooltip.from(field),
})

function buttonsOf(view: EditorView) {
  const dom = document.createElement('div')
  dom.className = 'cm-passage-tasks'
  for (const task of view.state.facet(tasks)) {
    const button = document.createElement('button')
    button.type = 'button'
    // Those who do not see the selection have the keys and the buttons below the text.
    button.tabIndex = -1
    button.textContent = task.label()
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => task.open())
    dom.append(button)
  }
  return { dom }
}

/** Lets something be done with what is selected: by keys, and by buttons beside it. */
export function passageTasks(all: PassageTask[]): Extension {
  const keys = all.map(({ key, open }) => ({
    key,
    run: () => {
      open()
      return true
    },
  }))
  return [
    tasks.of(all),
    marked,
    atSelection,
    keymap.of(keys),
    EditorView.theme({
      '.cm-passage': { backgroundColor: 'var(--accent-soft)', borderRadius: '3px' },
      '.cm-passage-caret': {
        display: 'inline-block',
        width: '3px',
        height: '1.05em',
        margin: '0 1px',
        borderRadius: '2px',
        backgroundColor: 'var(--accent)',
        verticalAlign: 'text-bottom',
      },
      '.cm-tooltip.cm-passage-tasks': {
        border: '1px solid var(--line-strong)',
        borderRadius: 'var(--radius-1)',
        backgroundColor: 'var(--surface-raised)',
        boxShadow: 'var(--shadow-2)',
      },
      '.cm-passage-tasks button': {
        minHeight: '28px',
        padding: '0 10px',
        border: 0,
        background: 'none',
        color: 'var(--ink)',
        font: '550 12.5px var(--font-ui)',
        cursor: 'pointer',
      },
      '.cm-passage-tasks button:hover': { color: 'var(--accent)' },
    }),
  ]
}

/** Marks what is selected, or the caret's place, and says what it is. */
export function markPassage(view: EditorView): PassageText {
  const { from, to, empty } = view.state.selection.main
  view.dispatch({
    effects: [
      mark.of({ from, to }),
      EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 40 }),
    ],
  })
  const begins = empty ? Math.max(0, from - BEFORE_CARET) : from
  const text = view.state.sliceDoc(begins, to)
  // A pair of units is one character.
  const before = view.state.sliceDoc(0, begins)
  return { text, character: Array.from(before).length + 1, isCaret: empty }
}

/** Selects the sentence at the caret where nothing is selected; without one, nothing is. */
export function selectSentence(view: EditorView): boolean {
  const { head, empty } = view.state.selection.main
  if (!empty) return true
  const line = view.state.doc.lineAt(head)
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line.text)
  const sentence = sentences.containing(Math.min(head - line.from, line.length - 1))
  const words = sentence?.segment.trim()
  if (!sentence || !words) return false
  const from = line.from + sentence.index + sentence.segment.indexOf(words)
  view.dispatch({ selection: { anchor: from, head: from + words.length } })
  return true
}

/** Whether the marked passage still has these words. */
export function hasPassage(view: EditorView, text: string): boolean {
  const span = view.state.field(marked)
  return span !== undefined && view.state.sliceDoc(span.from, span.to) === text
}

/** Takes the mark away; the selection stays. */
export function unmarkPassage(view: EditorView): void {
  if (view.state.field(marked, false)) view.dispatch({ effects: mark.of(undefined) })
}

/** Writes words over the marked passage, or behind it, as the writer's own: their undo takes them back. */
export function writeOverPassage(view: EditorView, words: string, behind: boolean): void {
  const span = view.state.field(marked)
  if (!span) return
  const insert = view.state.toText(words)
  const from = behind ? span.to : span.from
  view.dispatch({
    changes: { from, to: span.to, insert },
    selection: { anchor: from, head: from + insert.length },
    effects: mark.of(undefined),
    userEvent: 'input.rewrite',
    scrollIntoView: true,
  })
  view.focus()
}
