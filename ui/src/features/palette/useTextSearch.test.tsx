/** Searching the texts while typing: no pause before the first request, none for words passed over. */

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Call } from '../../bridge'
import { FakeBridge } from '../../bridge/fake/fakeBridge'
import { setUpDom } from '../../cards/testing/renderWithStory'
import { Session, SessionProvider } from '../../document'
import { useTextSearch } from './useTextSearch'

beforeEach(setUpDom)
afterEach(cleanup)

function Hits({ words }: { words: string }) {
  return <p>{useTextSearch(words).map((it) => it.excerpt)}</p>
}

test('one request at a time is under way, and the last words are answered', async () => {
  const bridge = new FakeBridge()
  const session = new Session(bridge)
  await session.open()
  const asked: string[] = []
  const answers: (() => void)[] = []
  const call = bridge.call.bind(bridge)
  bridge.call = async (given: Call) => {
    if (given.name !== 'search_story') return call(given)
    const query = String(given.args.query)
    asked.push(query)
    await new Promise<void>((done) => answers.push(done))
    const hits = [{ node: { id: 'n1', title: 'A' }, excerpt: `found ${query}` }]
    const answer = { tool_name: given.name, tool_call_id: '', tool_call_args: given.args }
    return { ...answer, status: 'success', result: { module: '', method: '', data: { hits } } }
  }
  const shown = (words: string) => (
    <SessionProvider value={session}>
      <Hits words={words} />
    </SessionProvider>
  )
  const { rerender } = render(shown('la'))
  expect(asked).toEqual(['la'])
  rerender(shown('lan'))
  rerender(shown('lantern'))
  expect(asked).toEqual(['la'])
  await act(async () => answers.shift()?.())
  expect(asked).toEqual(['la', 'lantern'])
  expect(screen.queryByText(/found/)).toBeNull()
  await act(async () => answers.shift()?.())
  expect(screen.getByText('found lantern')).toBeTruthy()
  rerender(shown('l'))
  expect(screen.queryByText(/found/)).toBeNull()
  expect(asked).toHaveLength(2)
})
