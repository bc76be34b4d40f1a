/**
 * The statistics: a path is shown on the map and played, and every node is listed with its words.
 */

import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { CallError, type Code } from '../../bridge'
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

const written = {
  from: '2026-02-02',
  to: '2026-03-03',
  today: 300,
  written: 900,
  days_written: 2,
  average: 450,
  streak: 1,
  goal_reached: '2026-05-01',
  uncounted: 0,
  days: [
    { date: '2026-03-01', written: 600, assistant: 20, imported: 1 },
    { date: '2026-03-03', written: 300, assistant: 0, imported: 0 },
  ],
}

/** Shows the panel over tools that answer these figures, and over others. */
function renderPanel(tools: NonNullable<Parameters<typeof renderWithStory>[1]>['tools']) {
  const all = { story_statistics: () => figures, writing_progress: () => written, ...tools }
  return renderWithStory(<StatisticsPanel />, { tools: all })
}

test('groups are not counted as cards', async () => {
  const { session } = await renderPanel({ story_statistics: () => ({ ...figures, nodes: 30 }) })
  const kinds = [...session.mirror.nodes.values()].map((it) => it.kind)
  expect(kinds.filter((it) => it === 'group')).toHaveLength(1)
  const name = await screen.findByText('Cards')
  expect(name.nextElementSibling?.textContent).toBe('29')
})

test('a path is shown on the map and played, and the number of unlisted paths is shown', async () => {
  const { user } = await renderPanel({})
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

const playtest = {
  number: 0,
  from: node('a'),
  readers: 1000,
  pages: { least: 2, median: 12, most: 40 },
  words: { least: 20, median: 640, most: 2000 },
  endings: [
    { node: node('b'), readers: 968, seed: 7, steps: ['e-b'] },
    { node: node('x'), readers: 4, seed: 8, steps: ['e-x'] },
  ],
  stuck: [{ node: node('c'), readers: 20, seed: 9, steps: ['e-c'] }],
  failed: [
    { node: node('d'), readers: 8, seed: 5, steps: ['1. On'], message: 'ran out of content' },
  ],
  endless: 1,
  read: [
    { node: node('x'), readers: 4 },
    { node: node('a'), readers: 1000 },
  ],
  unread: [node('y')],
  unread_count: 3,
}

test('test readers show endings, closed doors and what nobody reads; a reading can be played', async () => {
  const asked: unknown[] = []
  const { user, unmount } = await renderPanel({
    story_statistics: () => ({ ...figures, script: 'Ink' }),
    playtest_story: (args) => {
      asked.push(args)
      return playtest
    },
  })
  await screen.findByText(/follow the links between the cards, not the Ink of the story/)
  await user.click(screen.getByRole('button', { name: 'Let 1,000 readers play' }))
  await screen.findByText('The story has changed since these readers played.')
  expect(asked).toMatchObject([{ args: { readers: 1000 } }])
  screen.getByText(/up to 12 scenes, half up to 640 words; the longest reading has 40 scenes/)
  screen.getByText('97%')
  expect(screen.getAllByText('0.4%')[0]?.title).toBe('4 readers')
  screen.getByText('ran out of content')
  screen.getByText('1 reader was still reading after 40 scenes.')
  screen.getByText('2 more scenes aren’t listed.')
  expect(await a11yViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Play: C' }))
  expect(useDock.getState()).toMatchObject({ from: { steps: ['e-c'], seed: 9 } })
  unmount()
  // What was found stays while another panel is shown.
  await renderPanel({})
  await screen.findByText('ran out of content')
})

test('a cancelled playtest is no error', async () => {
  let code: Code = 'UNAVAILABLE'
  const { user } = await renderPanel({
    playtest_story: () => {
      throw new CallError({ code, message: 'stopped' })
    },
  })
  const begin = await screen.findByRole('button', { name: /^Let 1,000/ })
  await user.click(begin)
  await screen.findByRole('alert')
  code = 'CANCELLED'
  await user.click(begin)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('the words of each day are shown, and what they come to', async () => {
  const asked: unknown[] = []
  const { user } = await renderPanel({
    writing_progress: ({ args }) => {
      asked.push(args)
      return written
    },
  })
  const list = await screen.findByRole('list', { name: 'Writing by day' })
  const bars = [...list.children].map((it) => it.firstElementChild?.getAttribute('aria-label'))
  expect(bars).toHaveLength(30)
  expect(bars[0]).toBe('Feb 2: 0 words')
  expect(bars[27]).toBe('Mar 1: 600 words, by the assistant 20')
  expect(bars[29]).toBe('Mar 3: 300 words')
  const figure = (name: string) =>
    screen.getAllByText(name).find((it) => it.tagName === 'DT')?.nextElementSibling?.textContent
  expect(figure('Today')).toBe('300')
  expect(figure('Average per writing day')).toBe('450')
  expect(figure('Days in a row')).toBe('1')
  expect(figure('Goal at this pace')).toBe('May 1, 2026')
  screen.getByText('The assistant wrote 20 words.')
  screen.getByText('One word came from files.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 12 months')
  await waitFor(() => expect(asked).toEqual([{ days: 30 }, { days: 365 }]))
  await waitFor(() => expect(list.children).toHaveLength(5))
})
