/** Find and replace in a text: CodeMirror's own, translated and styled for the window. */

import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { Translate } from '../../text'

/** What CodeMirror says in English, by the keys of `cards:text.find`. */
const PHRASES = {
  find: 'Find',
  replace: 'Replace',
  next: 'next',
  previous: 'previous',
  all: 'all',
  matchCase: 'match case',
  regexp: 'regexp',
  byWord: 'by word',
  replaceOne: 'replace',
  replaceAll: 'replace all',
  close: 'close',
} as const

export type FindWords = Record<keyof typeof PHRASES, string>

/** The words of the search panel in the window's language. */
export function findWords(t: Translate): FindWords {
  const keys = Object.keys(PHRASES) as (keyof FindWords)[]
  return Object.fromEntries(keys.map((it) => [it, t(`cards-text-find-${it}`)])) as FindWords
}

export const finding: Extension = [
  search({ top: true }),
  keymap.of(searchKeymap),
  EditorView.theme({
    '.cm-panels': {
      backgroundColor: 'var(--surface)',
      color: 'var(--ink)',
      borderColor: 'var(--line)',
      fontFamily: 'var(--font-ui)',
    },
    '.cm-panel.cm-search': { padding: '6px 28px 6px 6px', fontSize: '13px' },
    '.cm-panel.cm-search label': { fontSize: '12px' },
    '.cm-textfield': {
      backgroundColor: 'var(--surface-sunken)',
      border: '1px solid var(--line-strong)',
      borderRadius: '6px',
      fontSize: '13px',
    },
    '.cm-button': {
      background: 'var(--surface-raised, var(--surface))',
      border: '1px solid var(--line-strong)',
      borderRadius: '6px',
      fontSize: '12px',
    },
    '.cm-panel.cm-search [name=close]': { color: 'var(--ink-soft)', fontSize: '16px' },
    '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)' },
    '.cm-searchMatch-selected': { outline: '1.5px solid var(--accent)' },
  }),
]

/** The panel's words in the window's language. */
export function findPhrases(words: FindWords): Extension {
  const phrases = Object.entries(PHRASES).map(([key, english]) => [
    english,
    words[key as keyof FindWords],
  ])
  return EditorState.phrases.of(Object.fromEntries(phrases))
}
