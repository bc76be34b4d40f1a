/**
 * Other nodes named in prose: completed while a name is written (after `@` or `[[`), and gone to from
 * where one stands. What is put in is the title alone, since a text mentions a node by its name.
 */

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { macrosIn } from './macros'

/** The story as far as prose knows it. */
export interface Names {
  /** The titles of all nodes, the likeliest first. */
  titles: () => readonly string[]
  /** Goes to the node of a title. */
  go: (title: string) => void
}

/** So many titles are offered at once. */
const OFFERED = 12
/** A title that is being written is no longer than this. */
const LONGEST = 40

const WRITTEN = new RegExp(`(?:@|\\[\\[)([^@\\[\\]|<>\\n]{0,${LONGEST}})$`)

export function completed(
  context: CompletionContext,
  titles: readonly string[],
): CompletionResult | null {
  const match = context.matchBefore(WRITTEN)
  if (!match) return null
  const isLink = match.text.startsWith('[[')
  // An address of mail is no mention: somebody is named at the beginning of a word.
  const before = context.state.sliceDoc(Math.max(0, match.from - 1), match.from)
  if (!isLink && /[\p{Script=Latin}\p{N}_.-]/u.test(before)) return null
  const part = match.text.slice(isLink ? 2 : 1).toLowerCase()
  const starting = titles.filter((it) => it.toLowerCase().startsWith(part))
  const within = titles.filter((it) => {
    const at = it.toLowerCase().indexOf(part)
    return at > 0
  })
  const options = [...new Set([...starting, ...within])].slice(0, OFFERED)
  if (options.length === 0) return null
  const closed = context.state.sliceDoc(context.pos, context.pos + 2) === ']]'
  return {
    from: match.from,
    filter: false,
    options: options.map((label) => ({
      label,
      apply: isLink ? `[[${label}${closed ? '' : ']]'}` : label,
    })),
  }
}

/** The title that stands at a place of a text: a link's target, else the longest name around it. */
export function nameAt(text: string, at: number, titles: readonly string[]): string | undefined {
  const link = macrosIn(text).find((it) => it.from <= at && at <= it.to)
  const inside = link && text.slice(link.from, link.to)
  if (inside?.startsWith('[[')) {
    const target = targetOf(inside.slice(2, -2))
    return titles.find((it) => it === target) ?? titles.find((it) => same(it, target))
  }
  const small = text.toLowerCase()
  const around = (title: string) => {
    const name = title.toLowerCase()
    const from = name.length < 2 ? -1 : small.indexOf(name, Math.max(0, at - name.length))
    return from >= 0 && from <= at
  }
  return titles.filter(around).sort((a, b) => b.length - a.length)[0]
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** `text->target`, `target<-text`, `text|target` or the target alone. */
function targetOf(inside: string): string {
  const arrow = inside.split('->')
  if (arrow.length > 1) return (arrow.at(-1) ?? '').trim()
  const back = inside.split('<-')
  if (back.length > 1) return (back[0] ?? '').trim()
  return (inside.split('|').at(-1) ?? '').trim()
}

export function naming({ titles, go }: Names): Extension {
  const follow = (view: EditorView, at: number) => {
    const line = view.state.doc.lineAt(at)
    const name = nameAt(line.text, at - line.from, titles())
    if (name !== undefined) go(name)
    return name !== undefined
  }
  return [
    autocompletion({ override: [(context) => completed(context, titles())], icons: false }),
    keymap.of([{ key: 'F12', run: (view) => follow(view, view.state.selection.main.head) }]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (at === null || !follow(view, at)) return false
        event.preventDefault()
        return true
      },
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
