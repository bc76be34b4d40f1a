/** Resources of plugins beside what a model was shown: listed, pinned, left out, missing. */

import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
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
  await open({ reason: 'the MCP server notes has ended', shown: false })
  await screen.findByText('notes: the MCP server notes has ended')
})
