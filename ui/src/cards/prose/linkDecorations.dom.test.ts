/** Links and mentions in prose: found, marked as known or missing, and followed. */

import { closeHoverTooltips, type EditorView, runScopeHandlers } from '@codemirror/view'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mirror, type NodeCard } from '../../document'
import { storyLinksIn } from '../../notation'
import { setUpDom } from '../testing/renderWithStory'
import { openEditor, type ProseView } from './editorView'
import type { NodeNames } from './nameCompletion'
import { TitleIndex } from './titleIndex'

let prose: ProseView | undefined
let did: string[] = []
beforeEach(setUpDom)
afterEach(() => prose?.close())

function card(id: string, title: string, kind: string): NodeCard {
  return { id, title, kind, x: 0, y: 0, excerpt: `About ${title}.`, words: 0, capabilities: [] }
}

function mirrorOf(...nodes: NodeCard[]): Mirror {
  const mirror = new Mirror()
  mirror.apply(reading(1, true, nodes))
  return mirror
}

const reading = (number: number, whole: boolean, nodes: NodeCard[]) => ({
  number,
  whole,
  story: { id: 's', title: 'S', start: null },
  kinds: {},
  nodes,
  edges: [],
  removed_nodes: [],
  removed_edges: [],
})

const cast = () =>
  mirrorOf(
    card('1', 'Thomas Anderson', 'character'),
    card('2', 'Ferry', 'place'),
    card('3', 'The Ferry', 'scene'),
    card('4', '林梅', 'character'),
    card('5', 'Upper Deck', 'scene'),
  )

function opened(text: string, mirror = cast()): EditorView {
  did = []
  const titles = new TitleIndex(mirror)
  const names: NodeNames = {
    titles: () => [],
    find: (title) => titles.find(title),
    namesIn: (it) => titles.namesIn(it).map((span) => ({ ...span, title: span.node.title })),
    go: (title) => did.push(`go ${title}`),
    make: (title, label) => did.push(`make ${title} by ${label}`),
    words: () => ({ go: 'go', make: 'make', create: 'create', none: 'none', nearly: 'nearly' }),
    variables: async () => [],
    subscribe: (changed) => titles.subscribe(changed),
  }
  const handlers = { onTyped: () => {}, onCompose: () => {}, onBlur: () => {}, names }
  prose = openEditor(document.body.appendChild(document.createElement('div')), text, handlers)
  return prose.editor
}

const marked = (editor: EditorView, name: string) =>
  [...editor.contentDOM.querySelectorAll(`.${name}`)].map((it) => it.textContent)

function press(editor: EditorView, at: number) {
  editor.dispatch({ selection: { anchor: at } })
  runScopeHandlers(editor, new KeyboardEvent('keydown', { key: 'F12' }), 'editor')
}

test.each([
  ['[[Kitchen]]', 'Kitchen', 'Kitchen'],
  ['[[ go in -> Kitchen ]]', 'Kitchen', 'go in'],
  ['[[Kitchen<-go in]]', 'Kitchen', 'go in'],
  ['[[go in|Kitchen]]', 'Kitchen', 'go in'],
  ['[[a->b->c]]', 'c', 'a->b'],
  ['[[go->Kitchen][$light to 1]]', 'Kitchen', 'go'],
  ['去[[厨房|厨房/里]]吧', '厨房/里', '厨房'],
])('%s links to %s and shows %s', (text, target, shown) => {
  const [link] = storyLinksIn(text)
  expect(link?.target).toBe(target)
  expect(text.slice(link?.shown.from, link?.shown.to)).toBe(shown)
})

test.each([
  '[[site->https://example.org]]',
  '[[]]',
  '[[go->$room]]',
  '[[go->"Room " + $n]]',
  '[[never\nclosed]]',
  '(link-goto: "x", "Kitchen")',
])('%s is not a link to a title', (text) => {
  expect(storyLinksIn(text)).toEqual([])
})

test('links to existing and missing titles are styled differently without changing the text', () => {
  const text = 'Up [[to the deck->Upper Deck]], or [[Cellar]], or [[ferry]]; <<goto "Cellar">>.'
  const editor = opened(text)
  expect(marked(editor, 'cm-story-link')).toEqual(['to the deck', 'Cellar', 'ferry'])
  expect(marked(editor, 'cm-story-link-unknown')).toEqual(['Cellar', 'ferry'])
  expect(marked(editor, 'cm-macro')).toEqual(['<<goto "Cellar">>'])
  expect(editor.state.sliceDoc()).toBe(text)
})

test('mentions of characters and places are marked, others after @', () => {
  const editor = opened('Thomas Anderson saw the ferry. 林梅走过。Ferryman. @the ferry, @nobody')
  expect(marked(editor, 'cm-story-name')).toEqual([
    'Thomas Anderson',
    'ferry',
    '林梅',
    '@the ferry',
  ])
})

test('marks aliases and prefers titles over aliases', () => {
  const titles = new TitleIndex(cast())
  let calls = 0
  titles.subscribe(() => {
    calls += 1
  })
  titles.setAliases(new Map([['1', ['Neo', 'The One', 'Ferry']]]))
  titles.setAliases(new Map([['1', ['Neo', 'The One', 'Ferry']]]))
  expect(calls).toBe(1)
  const text = 'Neo, the one on the ferry, is not a Neon. @neo'
  const found = titles.namesIn(text)
  expect(found.map((it) => [text.slice(it.from, it.to), it.node.title])).toEqual([
    ['Neo', 'Thomas Anderson'],
    ['the one', 'Thomas Anderson'],
    ['ferry', 'Ferry'],
    ['@neo', 'Thomas Anderson'],
  ])
  expect(titles.namesIn('Neo sleeps.', '1')).toEqual([])
})

test('a link becomes known when a node gets its title, and unrelated changes redraw nothing', () => {
  const mirror = cast()
  const editor = opened('[[Cellar]]', mirror)
  let drawn = 0
  const { dispatch } = editor
  editor.dispatch = ((...all: Parameters<typeof dispatch>) => {
    drawn += 1
    dispatch.apply(editor, all)
  }) as typeof dispatch
  mirror.apply(reading(2, false, [{ ...card('3', 'The Ferry', 'scene'), excerpt: 'Typed.' }]))
  expect(drawn).toBe(0)
  mirror.apply(reading(3, false, [card('9', 'Cellar', 'scene')]))
  expect(drawn).toBe(1)
  expect(marked(editor, 'cm-story-link-unknown')).toEqual([])
})

test('the tooltip of a mention closes when the mention is followed', () => {
  const view = opened('To the [[Nowhere]].')
  const done = vi.spyOn(view, 'dispatch')
  view.dispatch({ selection: { anchor: 12 } })
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'F12' }), 'editor')
  expect(did).toEqual(['make Nowhere by '])
  const effects = done.mock.calls.map(([it]) => (it as { effects?: unknown }).effects)
  expect(effects).toContain(closeHoverTooltips)
})

test('F12 opens the named node, or creates a missing one', () => {
  const text = 'On [[up->Upper Deck]] to [[the cold cellar->Cellar]] with 林梅 and no one'
  const editor = opened(text)
  press(editor, text.indexOf('up') + 1)
  press(editor, text.indexOf('梅'))
  press(editor, text.indexOf('cold'))
  press(editor, text.indexOf('no one') + 3)
  expect(did).toEqual(['go Upper Deck', 'go 林梅', 'make Cellar by the cold cellar'])
})
