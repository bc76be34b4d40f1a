/**
 * Completes the names of nodes in prose (after `@` or `[[`), beside values and conditions. Only the
 * title is inserted, since a text mentions a node by its name; `linkDecorations` marks and follows it.
 */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { completedCode } from './codeCompletion'
import { isInsideWord } from './mention'

/** What the tip over a name says. */
export interface NodeNameTexts {
  /** How it is followed. */
  go: string
  /** How the node is made that a link leads to. */
  make: string
  /** The offer to make a node of this title while its link is written. */
  create: string
  /** That no node is called so. */
  none: string
  /** That one is, but for letter case. */
  nearly: string
}

/** The story as far as prose knows it. */
export interface NodeNames {
  /** The titles of all nodes, the likeliest first. */
  titles: () => readonly string[]
  /** The node of a title, ignoring letter case. */
  find: (title: string) => { title: string; excerpt: string } | undefined
  /** Where a text names a node. */
  namesIn: (text: string) => { from: number; to: number; title: string }[]
  /** Goes to the node of a title. */
  go: (title: string) => void
  /** Makes the node that a link leads to. */
  make: (title: string, label: string) => void
  words: (title: string) => NodeNameTexts
  /** The variables of the story. */
  variables: () => Promise<readonly string[]>
  /** Hears when a node is called otherwise, until the returned function is called. */
  subscribe: (changed: () => void) => () => void
}

/** So many titles are offered at once. */
const OFFERED = 12
/** A title that is being written is no longer than this. */
const LONGEST = 40

/** What begins a name, and the closing of a link: input methods write signs of their own for them. */
const WRITTEN = new RegExp(`([@＠]|\\[\\[|【【|「「)([^@＠\\[\\]|<>\\n]{0,${LONGEST}})$`)
const CLOSED = /^(?:\]\]|】】|」」)$/

export function completed(
  context: CompletionContext,
  names: Pick<NodeNames, 'titles' | 'find' | 'make' | 'words'>,
): CompletionResult | null {
  const match = context.matchBefore(WRITTEN)
  if (!match) return null
  const [, beginning = '', written = ''] = WRITTEN.exec(match.text) ?? []
  const isLink = beginning.length > 1
  const before = context.state.sliceDoc(Math.max(0, match.from - 1), match.from)
  if (!isLink && isInsideWord(before)) return null
  const part = written.toLowerCase()
  // Asked for where a name is written alone: a story has thousands.
  const titles = names.titles()
  const starting = titles.filter((it) => it.toLowerCase().startsWith(part))
  const within = titles.filter((it) => {
    const at = it.toLowerCase().indexOf(part)
    return at > 0
  })
  const options = [...new Set([...starting, ...within])].slice(0, OFFERED)
  const title = written.trim()
  const isNew = isLink && title !== '' && !names.find(title)
  if (options.length === 0 && !isNew) return null
  const closed = isLink && CLOSED.test(context.state.sliceDoc(context.pos, context.pos + 2))
  return {
    from: match.from,
    to: context.pos + (closed ? 2 : 0),
    filter: false,
    options: [
      ...options.map((label) => ({ label, apply: isLink ? `[[${label}]]` : label })),
      ...(isNew ? [creation(title, names)] : []),
    ],
  }
}

/** The last offer: the link as it is written, and the node that it leads to. */
function creation(title: string, names: Pick<NodeNames, 'make' | 'words'>): Completion {
  return {
    label: title,
    displayLabel: names.words(title).create,
    apply: (view, _, from, to) => {
      const insert = `[[${title}]]`
      const selection = { anchor: from + insert.length }
      view.dispatch({ changes: { from, to, insert }, selection, userEvent: 'input.complete' })
      names.make(title, '')
    },
  }
}

/** Escape closes a list that is shown. One that is only being looked for must not take the key from the page. */
const escapeKey = keymap.of([
  {
    key: 'Escape',
    run: (view) => {
      if (completionStatus(view.state) === 'pending') closeCompletion(view)
      return false
    },
  },
])

export function nameCompletion(names: NodeNames): Extension {
  return [
    Prec.highest(escapeKey),
    autocompletion({
      override: [
        (context) => completed(context, names),
        (context) => completedCode(context, names.variables),
      ],
      icons: false,
    }),
    EditorView.theme({
      '.cm-tooltip.cm-tooltip-autocomplete': {
        border: '1px solid var(--line)',
        borderRadius: '8px',
        backgroundColor: 'var(--surface-raised)',
        boxShadow: 'var(--shadow-2)',
        overflow: 'hidden',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul': {
        fontFamily: 'var(--font-ui)',
        fontSize: 'var(--text-body)',
        maxHeight: '220px',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px' },
      '.cm-tooltip-autocomplete ul li[aria-selected]': {
        background: 'var(--accent-soft)',
        color: 'var(--ink)',
      },
      '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
    }),
  ]
}
