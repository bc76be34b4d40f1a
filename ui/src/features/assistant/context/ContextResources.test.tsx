/** Resources of plugins beside what a model was shown: listed, pinned, left out, missing. */

import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { CallError, type ErrorReport } from '../../../bridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { ContextResources } from './ContextResources'
import { parseShownContext } from './shownContext'

beforeAll(setUpDom)

const tide = { server: 'notes', uri: 'note://tide', title: 'The tide' }
const wind = { server: 'notes', uri: 'note://wind', title: 'The wind' }

function shownWith(piece: object) {
  return parseShownContext({
    thread: 'thread-1',
    story: [
      { node: null, title: 'the way here', reason: 'the path so far', text: 'A → B' },
      { node: null, resource: tide, title: 'The tide', tokens: 12, ...piece },
    ],
    resources: [tide],
  })
}

async function open(piece: object) {
  const shown = shownWith(piece)
  let reread = 0
  const { user, calls } = await renderWithStory(
    <ContextResources shown={shown} onChosen={() => reread++} />,
    {
      tools: {
        list_resources: () => ({ resources: [wind, tide] }),
        set_resource_context: () => ({}),
      },
    },
  )
  return { user, calls, shown, rereads: () => reread }
}

test('what is pinned stands first with its text, and the others can be pinned', async () => {
  const { user, calls, shown, rereads } = await open({ reason: 'pinned', text: '- "The tide"' })
  expect(shown.story).toHaveLength(1)
  const list = within(screen.getByRole('list', { name: 'From plugins' }))
  await list.findByText('The wind')
  const titles = list.getAllByRole('listitem').map((it) => it.querySelector('span')?.textContent)
  expect(titles).toEqual(['The tide', 'The wind'])
  list.getByText('- "The tide"')
  await user.click(list.getByRole('button', { name: 'Always include The wind' }))
  expect(calls('set_resource_context')).toEqual([
    { server: 'notes', uri: 'note://wind', rule: 'pin', thread: 'thread-1' },
  ])
  const without = { name: 'Don’t include The tide in this conversation' }
  await user.click(list.getByRole('button', without))
  expect(calls('set_resource_context')[1]).toMatchObject({ uri: 'note://tide', rule: 'exclude' })
  expect(rereads()).toBe(2)
  expect(await a11yViolations()).toEqual([])
})

test('a pinned resource that could not be read says why', async () => {
  const missing = {
    code: 'UNAVAILABLE',
    message: 'the MCP server notes has ended',
    said: { what: 'server_ended', parts: { server: 'notes' } },
  }
  await open({ reason: 'pinned', shown: false, missing })
  await screen.findByText('notes: the MCP server notes has ended')
})

test('a pinned resource that did not fit says so, one pinned since says nothing', async () => {
  await open({ reason: 'pinned', shown: false })
  await screen.findByText('notes (didn’t fit)')
  expect(await screen.findAllByText('notes')).toHaveLength(1)
})

test('plugins that cannot be asked say why', async () => {
  const error = { code: 'UNAVAILABLE', message: 'the list cannot be read' }
  await renderWithStory(<ContextResources shown={parseShownContext({})} onChosen={() => {}} />, {
    tools: { list_resources: () => Promise.reject(new CallError(error as ErrorReport)) },
  })
  await screen.findByText('the list cannot be read')
})
