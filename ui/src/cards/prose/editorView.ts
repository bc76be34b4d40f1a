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
import { externalChange } from './externalChange'
import { type FindWords, finding, findPhrases } from './find'
import { markKeys } from './formattingKeys'
import { habitsOf } from './habits'
import { lineDirections } from './lineDirections'
import { linkDecorations } from './linkDecorations'
import { markdownStyle, proseTheme } from './markdownStyle'
import { type NodeNames, nameCompletion } from './nameCompletion'
import { rewriting } from './rewrite/passage'
import { useWriting, type WritingHabits } from './writing'

/** Who hears what the writer does. */
export interface EditorEvents {
  onTyped: (text: string) => void
  onCompose: (composing: boolean) => void
  onBlur: () => void
  /** A passage is to be rewritten; what the button at a selection says. */
  rewrite?: { open: () => void; label: () => string }
  /** The other nodes, where the text stands in a story. */
  names?: NodeNames
}

export interface ProseView {
  editor: EditorView
  /** The text's own line break. */
  breaks: Compartment
  /** What it is called, read aloud and shown while it is empty. */
  named: Compartment
  /** The words of its search. */
  words: Compartment
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
  const words = new Compartment()
  const against = new Compartment()
  const habits = new Compartment()
  const state = EditorState.create({
    extensions: [
      breaks.of(breakOf(text)),
      named.of([]),
      words.of([]),
      against.of([]),
      habits.of(habitsOf(useWriting.getState())),
      EditorView.cspNonce.of(styleNonce),
      history(),
      drawSelection(),
      markdown({ base: markdownLanguage, completeHTMLTags: false }),
      markdownStyle,
      proseTheme,
      lineDirections,
      finding,
      ...(handlers.names ? [nameCompletion(handlers.names), linkDecorations(handlers.names)] : []),
      ...(handlers.rewrite ? [rewriting(handlers.rewrite.open, handlers.rewrite.label)] : []),
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
  return { editor, breaks, named, words, against, habits, close: () => editor.destroy() }
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

/** A passage by its words, and at which character it begins, counting from 1, where that is known. */
export interface QuotedPassage {
  quote: string
  character?: number | undefined
}

/** Selects a passage in the middle of the sight; the caret goes to the end where it is not there. */
export function selectPassage(view: ProseView, { quote, character }: QuotedPassage): void {
  const { editor } = view
  const text = editor.state.doc.toString()
  const wanted = quote.replace(/\r\n?/g, '\n')
  const near = character === undefined ? 0 : unitsOf(text, character - 1)
  const at = nearestTo(text, wanted, near)
  if (at === undefined) {
    writeAtEnd(view, '')
    return
  }
  editor.focus()
  editor.dispatch({
    selection: { anchor: at, head: at + wanted.length },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
  })
}

/** How long the first characters of a text are, in code units; those beyond the plane are two. */
function unitsOf(text: string, characters: number): number {
  let units = 0
  for (let left = characters; left > 0 && units < text.length; left--) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  }
  return units
}

function nearestTo(text: string, wanted: string, near: number): number | undefined {
  if (wanted === '') return undefined
  let best: number | undefined
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best === undefined || Math.abs(at - near) < Math.abs(best - near)) best = at
  }
  return best
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

/** Gives its search the words of a language. CodeMirror then begins again: not while one writes. */
export function translateSearch({ editor, words }: ProseView, find: FindWords) {
  editor.dispatch({ effects: words.reconfigure(findPhrases(find)) })
}
