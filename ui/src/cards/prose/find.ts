/**
 * Find and replace in a text: CodeMirror's search in a panel of the window's own, which
 * {@link FindPanel} draws.
 */

import { getSearchQuery, type SearchQuery, search, searchKeymap } from '@codemirror/search'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView, keymap, type Panel } from '@codemirror/view'

/** An open panel: where it is drawn, and how it hears that text, selection or query changed. */
export interface OpenFindPanel {
  dom: HTMLElement
  view: EditorView
  changed: Set<() => void>
}

/** More matches are not counted. */
export const MOST = 1000

export interface MatchCount {
  count: number
  /** Which of them is selected, counting from 1; 0 where none is. */
  at: number
}

/** How many matches a text has, and which of them is selected. */
export function countMatches(state: EditorState, query: SearchQuery): MatchCount {
  if (query.search === '' || !query.valid) return { count: 0, at: 0 }
  const { from, to } = state.selection.main
  const cursor = query.getCursor(state)
  let count = 0
  let at = 0
  for (let next = cursor.next(); !next.done && count < MOST; next = cursor.next()) {
    count += 1
    if (next.value.from === from && next.value.to === to) at = count
  }
  return { count, at }
}

/** `onPanel` hears of the panel when it is opened, and of none when it is closed. */
export function finding(onPanel: (panel: OpenFindPanel | undefined) => void): Extension {
  const createPanel = (view: EditorView): Panel => {
    const dom = document.createElement('div')
    dom.className = 'cm-search'
    const panel: OpenFindPanel = { dom, view, changed: new Set() }
    return {
      dom,
      top: true,
      mount: () => onPanel(panel),
      destroy: () => onPanel(undefined),
      update: ({ docChanged, selectionSet, startState, state }) => {
        if (docChanged || selectionSet || getSearchQuery(startState) !== getSearchQuery(state))
          for (const changed of panel.changed) changed()
      },
    }
  }
  return [search({ top: true, createPanel }), keymap.of(searchKeymap), theme]
}

const theme = EditorView.theme({
  '.cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--font-ui)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch-selected': { outline: '1.5px solid var(--accent)' },
})
