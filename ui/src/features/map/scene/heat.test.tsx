/** Cards colored by word count: the steps follow the story, and the map is redrawn with them. */

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeBridge } from '../../../bridge/fake/fakeBridge'
import { type NodeCard, Session, SessionProvider } from '../../../document'
import { TooltipProvider } from '../../../kit'
import { type Playtest, useHeat, usePlaytest } from '../../../state'
import { startText } from '../../../text'
import { FilterBar } from '../filter/FilterBar'
import { HEAT_COLORS, heatColor, heatSteps } from './heat'
import { watchMarks } from './marks'
import { SceneBuilder } from './sceneBuilder'

beforeEach(() => {
  startText('en')
  useHeat.setState({ measure: undefined })
})
afterEach(cleanup)

async function opened() {
  const session = new Session(new FakeBridge())
  await session.open()
  return session
}

const texts = {
  words: String,
  status: String,
  holds: String,
  hides: String,
  assetUrl: String,
}

test('each step has a fifth of the written cards, and empty cards have no color', async () => {
  const { mirror } = await opened()
  const steps = heatSteps(mirror)
  expect(steps).toHaveLength(HEAT_COLORS.length)
  const written = [...mirror.nodes.values()].filter((it) => it.kind !== 'group')
  const scale = { valueOf: (it: NodeCard) => it.words, steps }
  const colors = written.map((it) => heatColor(it, scale))
  for (const color of HEAT_COLORS) {
    const share = colors.filter((it) => it === color).length / written.length
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.35)
  }
  const [first] = written
  if (!first) throw new Error('the story is empty')
  expect(heatColor({ ...first, words: 0 }, scale)).toBeUndefined()
})

test('the button colors every card and takes the color away; the longest card is the darkest', async () => {
  const session = await opened()
  const { mirror } = session
  const builder = new SceneBuilder(mirror, texts)
  const drawn = (id: string) => {
    const node = mirror.nodes.get(id)
    if (!node) throw new Error(`no ${id}`)
    builder.forget()
    return builder.card(node)
  }
  const marked = new Set<string>()
  const ends = watchMarks(session, (nodes) => {
    for (const id of nodes) marked.add(id)
  })
  const [longest] = [...mirror.nodes.values()].sort((a, b) => b.words - a.words)
  const id = longest?.id ?? ''
  expect(drawn(id).tint).toBeUndefined()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <FilterBar />
      </SessionProvider>
    </TooltipProvider>,
  )
  const button = screen.getByRole('button', { name: 'Color cards by words' })
  await userEvent.click(button)
  expect(marked.size).toBe(mirror.nodes.size)
  expect([drawn(id).tint, drawn(id).isTintStrong]).toEqual([HEAT_COLORS.at(-1), true])
  // A color of its own would say something else.
  expect(drawn('n16').color).toBeUndefined()
  screen.getByText(`${longest?.words} words`)
  await userEvent.click(button)
  expect(drawn('n16').color).toBe('5')
  for (const end of ends) end()
})

test('all cards are recolored when the steps change', async () => {
  const session = await opened()
  let all = 0
  const ends = watchMarks(session, (nodes) => {
    if ([...nodes].length === session.mirror.nodes.size) all += 1
  })
  useHeat.getState().show('words')
  const before = all
  await session.call('write_text', { node: 'n08', text: 'word '.repeat(400) })
  await session.refresh()
  expect(all).toBe(before + 1)
  for (const end of ends) end()
})

test('cards are colored by the share of test readers, and those nobody reads are not', async () => {
  const session = await opened()
  const { mirror } = session
  const builder = new SceneBuilder(mirror, texts)
  const [all, some, none] = [...mirror.nodes.values()].filter((it) => it.kind !== 'group')
  if (!all || !some || !none) throw new Error('the story is too short')
  const marked: string[] = []
  const ends = watchMarks(session, (nodes) => marked.push(...nodes))
  useHeat.getState().show('readers')
  // Nobody has played this story yet.
  expect(builder.card(all).tint).toBeUndefined()
  const readers = [
    { node: some, readers: 3 },
    { node: all, readers: 100 },
  ]
  const result = { readers: 100, read: readers, unread: [none] }
  marked.length = 0
  usePlaytest.getState().setResult(mirror.story.id, result as unknown as Playtest)
  expect(marked).toHaveLength(mirror.nodes.size)
  const tints = [all, some, none].map((it) => builder.card(it).tint)
  expect(tints).toEqual([HEAT_COLORS.at(-1), HEAT_COLORS[0], undefined])
  for (const end of ends) end()
})
