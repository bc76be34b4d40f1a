/**
 * A draft's prose with its difference to the story's: each passage can be accepted into the story
 * or discarded from the draft. Framework-free; it only reports decisions.
 */

import {
  acceptChunk,
  getChunks,
  getOriginalDoc,
  goToNextChunk,
  goToPreviousChunk,
  originalDocChangeEffect,
  rejectChunk,
  unifiedMergeView,
  updateOriginalDoc,
} from '@codemirror/merge'
import { ChangeSet, type Compartment, type Extension, type Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { externalChange } from './externalChange'

export interface DraftDiff {
  /** The story's text. */
  original: string
  /** The words on the buttons of a passage. */
  words: { accept: string; reject: string }
  /** Passages were taken: the story's text with them. */
  onAccept: (text: string) => void
  /** How many passages differ. */
  onCount: (count: number) => void
}

/** Shows the difference, brings it up to date, or ends it. */
export function compare(
  editor: EditorView,
  place: Compartment,
  against: DraftDiff | undefined,
): void {
  if (!against) {
    editor.dispatch({ effects: place.reconfigure([]) })
    return
  }
  const original = editor.state.toText(against.original)
  if (getChunks(editor.state)) {
    const shown = getOriginalDoc(editor.state)
    if (!shown.eq(original)) {
      const changes = ChangeSet.of([{ from: 0, to: shown.length, insert: original }], shown.length)
      const effects = originalDocChangeEffect(editor.state, changes)
      editor.dispatch({ effects, annotations: externalChange.of(true) })
    }
    return
  }
  editor.dispatch({ effects: place.reconfigure(difference(original, against)) })
  against.onCount(getChunks(editor.state)?.chunks.length ?? 0)
}

function difference(original: Text, against: DraftDiff): Extension {
  return [
    unifiedMergeView({
      original,
      gutter: false,
      allowInlineDiffs: true,
      syntaxHighlightDeletions: false,
      mergeControls: (type, action) => button(against.words[type], type, action),
    }),
    keymap.of([
      { key: 'F7', run: goToNextChunk, shift: goToPreviousChunk },
      { key: 'Alt-Enter', run: (view) => acceptChunk(view) },
      { key: 'Alt-Backspace', run: (view) => rejectChunk(view) },
    ]),
    EditorView.updateListener.of((update) => {
      const chunks = getChunks(update.state)?.chunks.length ?? 0
      if (chunks !== getChunks(update.startState)?.chunks.length) against.onCount(chunks)
      for (const transaction of update.transactions) {
        if (transaction.annotation(externalChange)) continue
        const taken = transaction.effects.find((it) => it.is(updateOriginalDoc))
        if (!taken) continue
        const { doc } = taken.value as { doc: Text }
        against.onAccept(doc.sliceString(0, doc.length, update.state.lineBreak))
      }
    }),
    theme,
  ]
}

function button(words: string, type: string, action: (event: MouseEvent) => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `cm-passage-${type}`
  made.textContent = words
  made.addEventListener('click', action)
  // The cursor stays where it was.
  made.addEventListener('mousedown', (event) => event.preventDefault())
  return made
}

const theme = EditorView.theme({
  '.cm-changedLine, .cm-inlineChangedLine, .cm-insertedLine': { backgroundColor: 'transparent' },
  // Only the words that differ are marked: the rest of a passage is there to be read.
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'var(--added)',
    color: 'var(--added-ink)',
    borderRadius: '3px',
  },
  '.cm-deletedLine, .cm-deletedLine del, .cm-insertedLine': {
    background: 'transparent',
    textDecoration: 'none',
  },
  '& .cm-deletedChunk .cm-deletedText, & .cm-deletedText': {
    background: 'var(--removed)',
    color: 'var(--removed-ink)',
    borderRadius: '3px',
    textDecoration: 'line-through',
  },
  '.cm-deletedChunk': {
    padding: '2px',
    backgroundColor: 'transparent',
    color: 'var(--ink-faint)',
  },
  '.cm-deletedChunk .cm-chunkButtons, .cm-chunkButtons': {
    position: 'static',
    display: 'flex',
    gap: '6px',
    justifyContent: 'flex-end',
    padding: '4px 0 2px',
  },
  '.cm-chunkButtons button': {
    minHeight: '24px',
    padding: '0 9px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-1)',
    background: 'var(--surface-raised)',
    color: 'var(--ink)',
    font: '500 12px var(--font-ui)',
    cursor: 'pointer',
  },
  '.cm-chunkButtons button.cm-passage-accept': {
    borderColor: 'transparent',
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
})
