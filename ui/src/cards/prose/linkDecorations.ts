/**
 * Marks links and mentions in prose, shows their target on hover, and follows them by key or click.
 * Decorations only; the text is not changed.
 */

import { syntaxTree } from '@codemirror/language'
import { type Extension, type Range, StateEffect } from '@codemirror/state'
import {
  closeHoverTooltips,
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { macrosIn, type Span, type StoryLink, storyLinksIn } from '../../notation'
import type { NodeNames } from './nameCompletion'

/** What stands at a place: a link, whether its title is anybody's or not, or a node's name. */
interface LinkTarget extends Span {
  title: string
  label: string
  /** Whether it is written as a link. */
  link: StoryLink | undefined
}

const titlesChanged = StateEffect.define<null>()

/** A link may have begun so far above what is in view, in characters. */
const ABOVE = 200
/** So long the pointer rests until the tip comes, in milliseconds. */
const REST = 350
/** CodeMirror takes in the last keys of a composition this many milliseconds after its end. */
const SETTLE = 60
/** No more of the other node's text is shown. */
const EXCERPT = 240

const marks = {
  known: Decoration.mark({ class: 'cm-story-link', attributes: { spellcheck: 'false' } }),
  unknown: Decoration.mark({
    class: 'cm-story-link cm-story-link-unknown',
    attributes: { spellcheck: 'false' },
  }),
  brackets: Decoration.mark({ class: 'cm-story-brackets', attributes: { spellcheck: 'false' } }),
  name: Decoration.mark({ class: 'cm-story-name' }),
}

/** All leads of a text that stands at a place of the document, in their order. */
function linkTargetsIn(text: string, offset: number, names: NodeNames): LinkTarget[] {
  const macros = macrosIn(text)
  const place = (it: Span) => ({ from: it.from + offset, to: it.to + offset })
  const links = storyLinksIn(text, macros).map((link): LinkTarget => {
    const moved = { ...link, ...place(link), shown: place(link.shown) }
    return { ...place(link), title: link.target, label: link.label, link: moved }
  })
  // What a macro holds is not prose.
  const plain = names
    .namesIn(text)
    .filter((it) => !macros.some((macro) => it.from < macro.to && macro.from < it.to))
    .map((it): LinkTarget => ({ ...place(it), title: it.title, label: '', link: undefined }))
  return [...links, ...plain]
}

function decorate(view: EditorView, names: NodeNames): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(0, from - ABOVE)
    for (const it of linkTargetsIn(view.state.doc.sliceString(start, to, '\n'), start, names)) {
      if (it.to <= it.from || isComment(view, it.from)) continue
      if (!it.link) {
        ranges.push(marks.name.range(it.from, it.to))
        continue
      }
      const { shown } = it.link
      const found = names.find(it.title)
      ranges.push(
        marks[found?.title === it.title ? 'known' : 'unknown'].range(shown.from, shown.to),
      )
      ranges.push(marks.brackets.range(it.from, shown.from))
      ranges.push(marks.brackets.range(shown.to, it.to))
    }
  }
  return Decoration.set(ranges, true)
}

function isComment(view: EditorView, at: number): boolean {
  return syntaxTree(view.state).resolveInner(at, 1).name.startsWith('Comment')
}

function linkTargetAt(view: EditorView, at: number, names: NodeNames): LinkTarget | undefined {
  const line = view.state.doc.lineAt(at)
  const all = linkTargetsIn(line.text, line.from, names).filter(
    (it) => it.from <= at && at <= it.to,
  )
  return all.find((it) => it.link) ?? all[0]
}

export function linkDecorations(names: NodeNames): Extension {
  const marking = ViewPlugin.define(
    (view) => {
      const stop = names.subscribe(() => view.dispatch({ effects: titlesChanged.of(null) }))
      return {
        decorations: decorate(view, names),
        update(update: ViewUpdate) {
          const namesChanged = update.transactions.some((it) =>
            it.effects.some((one) => one.is(titlesChanged)),
          )
          const parsed = syntaxTree(update.startState) !== syntaxTree(update.state)
          // Words that an input method still holds are left alone; they are marked when it lets go.
          if (update.view.compositionStarted)
            this.decorations = this.decorations.map(update.changes)
          else if (update.docChanged || update.viewportChanged || parsed || namesChanged)
            this.decorations = decorate(update.view, names)
        },
        destroy: stop,
      }
    },
    { decorations: (it) => it.decorations },
  )
  const follow = (view: EditorView, at: number): boolean => {
    const lead = linkTargetAt(view, at, names)
    if (!lead) return false
    // What it said of the name is not true any more.
    view.dispatch({ effects: closeHoverTooltips })
    if (names.find(lead.title)) names.go(lead.title)
    else names.make(lead.title, lead.label)
    return true
  }
  return [
    marking,
    keymap.of([{ key: 'F12', run: (view) => follow(view, view.state.selection.main.head) }]),
    EditorView.domEventHandlers({
      compositionend: (_, view) => {
        setTimeout(() => view.dispatch({ effects: titlesChanged.of(null) }), SETTLE)
      },
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (at === null || !follow(view, at)) return false
        event.preventDefault()
        return true
      },
    }),
    hoverTooltip(
      (view, at) => {
        const lead = linkTargetAt(view, at, names)
        if (!lead) return null
        return {
          pos: lead.from,
          end: lead.to,
          above: true,
          create: () => ({ dom: tip(lead, names) }),
        }
      },
      { hoverTime: REST, hideOnChange: true },
    ),
    tooltips({ tooltipSpace: inWindow }),
    theme,
  ]
}

/** A tip keeps off the edges of the window. */
function inWindow() {
  const edge = 8
  const [right, bottom] = [window.innerWidth - edge, window.innerHeight - edge]
  return { top: edge, left: edge, right, bottom }
}

function tip(lead: LinkTarget, names: NodeNames): HTMLElement {
  const found = names.find(lead.title)
  const words = names.words(found?.title ?? lead.title)
  const dom = document.createElement('div')
  dom.className = 'cm-story-tip'
  const add = (name: string, text: string) => {
    const part = document.createElement(name === 'title' ? 'strong' : 'p')
    part.className = `cm-story-tip-${name}`
    part.textContent = text
    dom.append(part)
  }
  if (found) add('title', found.title)
  if (found && found.title !== lead.title && lead.link) add('warn', words.nearly)
  if (found?.excerpt) add('excerpt', cut(found.excerpt))
  if (!found) add('warn', words.none)
  add('keys', found ? words.go : words.make)
  return dom
}

function cut(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text
}

const theme = EditorView.theme({
  '.cm-story-link': {
    color: 'var(--accent)',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
  },
  '.cm-story-link-unknown': { color: 'var(--warn)', textDecorationStyle: 'wavy' },
  '.cm-story-brackets': { color: 'var(--ink-faint)', fontSize: '0.86em' },
  // On the ground of what a draft changes, links have the ink of the change.
  '.cm-changedText .cm-story-link, .cm-changedText .cm-story-brackets': { color: 'inherit' },
  '.cm-story-name': {
    textDecoration: 'underline dotted var(--ink-faint)',
    textDecorationThickness: '1px',
    textUnderlineOffset: '4px',
  },
  '.cm-tooltip:has(> .cm-story-tip), .cm-tooltip.cm-story-tip': {
    maxWidth: '340px',
    padding: '8px 12px',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-2)',
    fontFamily: 'var(--font-ui)',
    fontSize: 'var(--text-body)',
    lineHeight: '1.45',
  },
  '.cm-story-tip p': { margin: '3px 0 0' },
  '.cm-story-tip-excerpt': { color: 'var(--ink-soft)' },
  '.cm-story-tip-warn': { color: 'var(--warn)' },
  '.cm-story-tip-keys': { color: 'var(--ink-faint)', fontSize: 'var(--text-small)' },
})
