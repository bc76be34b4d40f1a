/**
 * CodeMirror as a prose editor: spell checking, its own undo, text kept byte for byte, and input
 * methods undisturbed. Framework-free.
 */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { diff } from '@codemirror/merge'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { styleNonce } from '../../kit'
import { commentMarks } from './comments/commentMarks'
import { externalChange } from './externalChange'
import { finding, type OpenFindPanel } from './find'
import { markKeys } from './formattingKeys'
import { habitsOf } from './habits'
import { lineDirections } from './lineDirections'
import { linkDecorations } from './linkDecorations'
import { markdownStyle, proseTheme } from './markdownStyle'
import { type NodeNames, nameCompletion } from './nameCompletion'
import { type PassageTask, passageTasks } from './passage'
import { type QuotedPassage, spanOf } from './quotedPassage'
import { useWriting, type WritingHabits } from './writing'

/** Who hears what the writer does. */
export interface EditorEvents {
  onTyped: (text: string) => void
  /** The panel of its search was opened, or closed. */
  onFindPanel?: (panel: OpenFindPanel | undefined) => void
  onCompose: (composing: boolean) => void
  onBlur: () => void
  /** What can be done with a passage. */
  tasks?: PassageTask[]
  /** A comment was pressed. */
  onComment?: (id: string) => void
  /** The other nodes, where the text stands in a story. */
  names?: NodeNames
}

export interface ProseView {
  editor: EditorView
  /** The text's own line break. */
  breaks: Compartment
  /** What it is called, read aloud and shown while it is empty. */
  named: Compartment
  /** What it is compared with. */
  against: Compartment
  /** What it does automatically. */
  habits: Compartment
  close: () => void
}

/** CodeMirror takes in the last keys of a composition this many milliseconds after its end. */
const SETTLE = 60

export function openEditor(parent: HTMLElement, text: string, handlers: EditorEvents): ProseView {
  const breaks = new Compartment()
  const named = new Compartment()
  const against = new Compartment()
  const habits = new Compartment()
  const state = EditorState.create({
    extensions: [
      breaks.of(breakOf(text)),
      named.of([]),
      against.of([]),
      habits.of(habitsOf(useWriting.getState())),
      EditorView.cspNonce.of(styleNonce),
      history(),
      drawSelection(),
      markdown({ base: markdownLanguage, completeHTMLTags: false }),
      markdownStyle,
      proseTheme,
      lineDirections,
      finding((panel) => handlers.onFindPanel?.(panel)),
      ...(handlers.names ? [nameCompletion(handlers.names), linkDecorations(handlers.names)] : []),
      ...(handlers.tasks ? [passageTasks(handlers.tasks)] : []),
      ...(handlers.onComment ? [commentMarks(handlers.onComment)] : []),
      EditorView.lineWrapping,
      EditorView.clipboardInputFilter.of((pasted, { lineBreak }) =>
        pasted.replace(/\r\n?|\n/g, lineBreak),
      ),
      keymap.of([...markKeys, ...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => {
        const own = update.transactions.some(
          (it) => it.docChanged && !it.annotation(externalChange),
        )
        if (own) handlers.onTyped(update.state.sliceDoc())
      }),
      compositions(handlers),
    ],
  })
  // The text is split at its own line break alone, so that a stray other one stays a character.
  const doc = state.toText(text)
  const editor = new EditorView({
    parent,
    state: state.update({ changes: { from: 0, insert: doc }, annotations: quiet }).state,
  })
  return { editor, breaks, named, against, habits, close: () => editor.destroy() }
}

const quiet = [externalChange.of(true), Transaction.addToHistory.of(false)]

function compositions(handlers: EditorEvents): Extension {
  let composing = false
  let settle: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    if (!composing) return
    composing = false
    settle = setTimeout(() => handlers.onCompose(false), SETTLE)
  }
  return EditorView.domEventHandlers({
    compositionstart: () => {
      composing = true
      clearTimeout(settle)
      handlers.onCompose(true)
    },
    compositionend: end,
    // Where the words are taken from under it a browser ends a composition without saying so.
    input: (event) => {
      if (!(event as InputEvent).isComposing) end()
    },
    blur: () => {
      end()
      handlers.onBlur()
    },
  })
}

function breakOf(text: string): Extension {
  const windows = text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
  return EditorState.lineSeparator.of(windows ? '\r\n' : '\n')
}

/** Lays a text over what stands, changing as little as differs, so that the cursor stays. */
export function replaceText({ editor, breaks }: ProseView, text: string, undoable: boolean): void {
  editor.dispatch({ effects: breaks.reconfigure(breakOf(text)) })
  const old = editor.state.doc.toString()
  const doc = editor.state.toText(text)
  const changes = diff(old, doc.sliceString(0, doc.length, '\n'), { scanLimit: 500 })
  editor.dispatch({
    changes: changes.map((it) => ({
      from: it.fromA,
      to: it.toA,
      insert: doc.slice(it.fromB, it.toB),
    })),
    annotations: undoable ? [externalChange.of(true)] : quiet,
  })
}

/** Puts the caret at the end of the text, behind what is typed there. */
export function writeAtEnd({ editor }: ProseView, typed: string): void {
  editor.focus()
  const end = editor.state.doc.length
  editor.dispatch({
    changes: { from: end, insert: typed },
    selection: { anchor: end + typed.length },
    scrollIntoView: true,
    ...(typed ? { userEvent: 'input.type' } : {}),
  })
}

/** Selects a passage in the middle of the sight; the caret goes to the end where it is not there. */
export function selectPassage(view: ProseView, passage: QuotedPassage): void {
  const { editor } = view
  const text = editor.state.doc.toString()
  const span = spanOf(text, passage)
  if (!span) {
    writeAtEnd(view, '')
    return
  }
  editor.focus()
  editor.dispatch({
    selection: { anchor: span.from, head: span.to },
    effects: EditorView.scrollIntoView(span.from, { y: 'center' }),
  })
}

/** Gives the editor its name, and what it says while empty. */
export function call({ editor, named }: ProseView, label: string, hint: string) {
  const { spelling } = useWriting.getState()
  const attributes = {
    'aria-label': label,
    spellcheck: 'true',
    autocapitalize: 'sentences',
    ...(spelling ? { lang: spelling } : {}),
  }
  editor.dispatch({
    effects: named.reconfigure([EditorView.contentAttributes.of(attributes), placeholder(hint)]),
  })
}

/** Lets it do what the writer likes it to do. */
export function applyHabits({ editor, habits }: ProseView, liked: WritingHabits) {
  editor.dispatch({ effects: habits.reconfigure(habitsOf(liked)) })
}
