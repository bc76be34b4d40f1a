/** Comments on a text: added at a selection, marked in the text, listed and resolved. */

import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../testing/renderWithStory'
import { Card } from '../../text'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
})
afterEach(cleanup)

const text = 'It rained. It rained all day.\nNobody came.'

interface Kept {
  finding: string
  quote: string
  character?: number
  says: string
  author?: string
  replies?: { says: string; author?: string }[]
}

/** The card of a text with these comments; a new one is kept, a resolved one goes. */
async function openCard(kept: Kept[]) {
  const all = [...kept]
  const tools: Record<string, FakeTool> = {
    list_findings: () => ({
      count: all.length,
      findings: all.map(({ quote, character, ...it }) => ({
        ...it,
        kind: 'comment',
        state: character === undefined ? 'changed' : 'open',
        passage: { node: { id: 'n18', title: 'Storm' }, quote, character },
      })),
    }),
    add_finding: ({ args }) => {
      const { passage, character, says } = args as {
        passage: string
        character: number
        says: string
      }
      all.push({ finding: 'new', quote: passage, character, says })
      return {}
    },
    reply_to_finding: ({ args }) => {
      const found = all.find((it) => it.finding === args.finding)
      if (found) found.replies = [...(found.replies ?? []), { says: String(args.says) }]
      return {}
    },
    update_finding: ({ args }) => {
      const found = all.find((it) => it.finding === args.finding)
      if (found) found.says = String(args.says)
      return {}
    },
    close_finding: ({ args }) => {
      all.splice(
        all.findIndex((it) => it.finding === args.finding),
        1,
      )
      return {}
    },
  }
  const props = { node: 'n18', data: { text }, version: 3, reread: () => {} }
  const shown = await renderWithStory(<Card {...props} />, { tools })
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name: /^Text of/ }))
  if (!view) throw new Error('there is no editor')
  return { ...shown, view }
}

function select(view: EditorView, from: number, to = from): void {
  act(() => view.dispatch({ selection: { anchor: from, head: to } }))
}

function marked(view: EditorView): string[] {
  return [...view.contentDOM.querySelectorAll('[data-comment]')].map((it) => it.textContent ?? '')
}

test('a comment is added at the words that are selected, of several alike those', async () => {
  const { user, calls, view } = await openCard([])
  select(view, 11, 20)
  fireEvent.keyDown(view.contentDOM, { key: 'm', ctrlKey: true, altKey: true })
  const box = await screen.findByRole('region', { name: 'New comment' })
  expect(within(box).getByText('It rained')).toBeDefined()
  expect(await a11yViolations()).toEqual([])
  await user.type(within(box).getByRole('textbox', { name: 'Your comment' }), 'Again?{Enter}')
  const button = await screen.findByRole('button', { name: 'Comments: 1' })
  expect(calls('add_finding')).toEqual([
    { node: 'n18', passage: 'It rained', character: 12, says: 'Again?' },
  ])
  expect(screen.queryByRole('region', { name: 'New comment' })).toBeNull()
  expect(view.hasFocus).toBe(true)
  expect(marked(view)).toEqual(['It rained'])
  // Its place moves with the text.
  act(() => view.dispatch({ changes: { from: 0, insert: 'Well. ' } }))
  expect(view.posAtDOM(view.contentDOM.querySelector('[data-comment]') as Node)).toBe(17)
  await user.click(button)
  expect(await screen.findByText('Again?')).toBeDefined()
})

test('without a selection, a comment is on the sentence at the caret', async () => {
  const { view } = await openCard([])
  select(view, 15)
  fireEvent.keyDown(view.contentDOM, { key: 'm', ctrlKey: true, altKey: true })
  const box = await screen.findByRole('region', { name: 'New comment' })
  expect(within(box).getByText('It rained all day.')).toBeDefined()
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'New comment' })).toBeNull()
})

test('a comment is read where its words are pressed, and resolved', async () => {
  const { user, calls, view } = await openCard([
    { finding: 'a', quote: 'Nobody', character: 31, says: 'Who?\nBen: Anna.', author: 'Mia' },
    { finding: 'b', quote: 'no longer there', says: 'Cut this.' },
  ])
  await screen.findByRole('button', { name: 'Comments: 2' })
  expect(marked(view)).toEqual(['Nobody'])
  await user.click(view.contentDOM.querySelector('[data-comment]') as Element)
  const box = await screen.findByRole('region', { name: 'Comments' })
  const [first, second] = within(box).getAllByRole('listitem')
  expect(first?.textContent).toContain('Mia')
  expect(first?.dataset.looked).toBe('true')
  expect(within(second as HTMLElement).getByTitle(/no longer here/)).toHaveProperty(
    'disabled',
    true,
  )
  expect(await a11yViolations()).toEqual([])
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Resolve' }))
  await screen.findByRole('button', { name: 'Comments: 1' })
  expect(calls('close_finding')).toEqual([{ finding: 'a' }])
  expect(marked(view)).toEqual([])
})

test('a comment is answered, and its words are changed', async () => {
  const { user, calls } = await openCard([
    {
      finding: 'a',
      quote: 'Nobody',
      character: 31,
      says: 'Who?',
      author: 'Mia',
      replies: [{ says: 'Anna.', author: 'Ben' }],
    },
  ])
  await user.click(await screen.findByRole('button', { name: 'Comments: 1' }))
  const box = await screen.findByRole('region', { name: 'Comments' })
  expect(within(box).getByRole('list', { name: 'Replies' }).textContent).toBe('BenAnna.')
  await user.click(within(box).getByRole('button', { name: 'Reply' }))
  expect(await a11yViolations()).toEqual([])
  await user.type(within(box).getByRole('textbox', { name: 'Your reply' }), 'No, Zoe.{Enter}')
  expect(await within(box).findByText('No, Zoe.')).toBeDefined()
  await user.click(within(box).getByRole('button', { name: 'Edit' }))
  const words = within(box).getByRole('textbox', { name: 'Your comment' })
  expect(words).toHaveProperty('value', 'Who?')
  await user.type(words, ' Really?')
  await user.click(within(box).getByRole('button', { name: 'Save' }))
  expect(await within(box).findByText('Who? Really?')).toBeDefined()
  expect(calls('reply_to_finding')).toEqual([{ finding: 'a', says: 'No, Zoe.' }])
  expect(calls('update_finding')).toEqual([{ finding: 'a', says: 'Who? Really?' }])
})

test('a comment that is pressed while another is written takes its place', async () => {
  const { user, view } = await openCard([
    { finding: 'a', quote: 'Nobody', character: 31, says: 'Who?' },
  ])
  await screen.findByRole('button', { name: 'Comments: 1' })
  select(view, 0, 2)
  fireEvent.keyDown(view.contentDOM, { key: 'm', ctrlKey: true, altKey: true })
  await screen.findByRole('region', { name: 'New comment' })
  expect(view.contentDOM.querySelector('.cm-passage')?.textContent).toBe('It')
  select(view, 0)
  await user.click(view.contentDOM.querySelector('[data-comment]') as Element)
  await screen.findByRole('region', { name: 'Comments' })
  expect(view.contentDOM.querySelector('.cm-passage')).toBeNull()
})

test('comments and rewriting are shown one at a time', async () => {
  const kept = { finding: 'f1', quote: 'Nobody came.', character: 30, says: 'Who?' }
  const { user, view } = await openCard([kept])
  await user.click(await screen.findByRole('button', { name: /^Comments/ }))
  await screen.findByRole('region', { name: 'Comments' })
  select(view, 0, 10)
  await user.click(screen.getByRole('button', { name: 'Rewrite the selection' }))
  await screen.findByRole('region', { name: 'Rewrite' })
  expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Comments/ }))
  await screen.findByRole('region', { name: 'Comments' })
  expect(screen.queryByRole('region', { name: 'Rewrite' })).toBeNull()
})
