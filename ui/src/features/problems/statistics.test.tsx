/**
 * The statistics: a path is shown on the map and played, and every node is listed with its words.
 */

import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useDock } from '../../state'
import { StatisticsPanel } from '.'

beforeAll(() => {
  setUpDom()
  const sizes = { offsetHeight: 32, clientHeight: 600, offsetWidth: 400, clientWidth: 400 }
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
})

const node = (id: string) => ({ id, title: id.toUpperCase() })
const way = (...ids: string[]) => ({
  words: 10 * ids.length,
  pages: ids.length,
  steps: ids.slice(1).map((it) => `e-${it}`),
  path: ids.map(node),
})
const figures = {
  nodes: 3,
  links: 2,
  words: 1234,
  characters: 5678,
  reading_seconds: 20,
  branches: [{ edge: 'e-b', label: 'Go in', to: node('b'), pages: 2, words: 20 }],
  shortest: way('a', 'b'),
  longest: { words: 60, exact: false, way: way('a', 'b', 'c') },
  endings: [
    { node: node('b'), marked: true, way: way('a', 'b') },
    { node: node('x'), marked: false },
  ],
  ending_count: 7,
  complete: true,
  beside: [],
}

test('groups are not counted as cards', async () => {
  const { session } = await renderWithStory(<StatisticsPanel />, {
    tools: { story_statistics: () => ({ ...figures, nodes: 30 }) },
  })
  const kinds = [...session.mirror.nodes.values()].map((it) => it.kind)
  expect(kinds.filter((it) => it === 'group')).toHaveLength(1)
  const name = await screen.findByText('Cards')
  expect(name.nextElementSibling?.textContent).toBe('29')
})

test('a path is shown on the map and played, and the number of unlisted paths is shown', async () => {
  const { user } = await renderWithStory(<StatisticsPanel />, {
    tools: { story_statistics: () => figures },
  })
  await screen.findByText('1,234')
  screen.getByText('Under a minute')
  screen.getByText('Without visiting a scene twice, no read-through is longer than 60 words.')
  screen.getByText('can’t be reached')
  screen.getByText('5 more endings aren’t listed.')
  await user.click(
    screen.getByRole('button', { name: 'Show on the map: Longest path to an ending' }),
  )
  expect([...useSelection.getState().nodes]).toEqual(['a', 'b', 'c'])
  await user.click(screen.getByRole('button', { name: 'Play: Shortest read-through' }))
  expect(useDock.getState()).toMatchObject({ from: { steps: ['e-b'] } })
  const listed = screen.getAllByRole('listitem').filter((it) => it.hasAttribute('aria-posinset'))
  expect(listed.length).toBeGreaterThan(2)
  const words = listed.map((it) =>
    Number.parseInt(it.textContent?.match(/(\d+) word/)?.[1] ?? '', 10),
  )
  expect(words).toEqual([...words].sort((one, other) => other - one))
  expect(await a11yViolations()).toEqual([])
})
