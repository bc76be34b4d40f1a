/** A map with the fake program, for tests of pointer and keyboard. */

import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Call } from '../../bridge'
import { FakeBridge, type FakeNode, type FakeStory } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider, useSelection } from '../../document'
import { TooltipProvider } from '../../kit'
import { useWorkspace } from '../../state'
import { startText } from '../../text'
import { StoryMap } from './StoryMap'
import type { MapController } from './scene/mapController'

startText('en')

/** Two cards with room between them, seen one to one. */
export function twoCards(): FakeStory {
  const node = (id: string, x: number): [string, FakeNode] => [
    id,
    { id, title: id, kind: 'scene', x, y: 100, text: '', items: [] },
  ]
  return {
    title: 'T',
    start: 'a',
    nodes: new Map([node('a', 100), node('b', 500)]),
    edges: new Map(),
  }
}

/** The two cards above an empty group. */
export function grouped(): FakeStory {
  const story = twoCards()
  const frame = { id: 'g', kind: 'group', title: 'g', text: '', items: [] }
  story.nodes.set('g', { ...frame, x: 60, y: 300, width: 700, height: 300 })
  return story
}

export async function open(story = twoCards()) {
  const bridge = new FakeBridge(story)
  const session = new Session(bridge)
  await session.open()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <StoryMap />
      </SessionProvider>
    </TooltipProvider>,
  )
  const map = useWorkspace.getState().map as MapController
  act(() => map.view.look({ x: 0, y: 0, zoom: 1 }))
  bridge.calls.length = 0
  return { bridge, session, host: screen.getByRole('application'), map }
}

/** What was asked of the program beside readings. */
export const writes = (calls: Call[]) =>
  calls.filter((it) => it.name !== 'read_map').map(({ name, args }) => ({ name, args }))

export const selected = () => [...useSelection.getState().nodes]

/** Presses at a point, moves to another and lets go there. */
export function drag(
  host: Element,
  from: [number, number],
  to: [number, number],
  held: { shiftKey?: boolean; altKey?: boolean } = {},
): void {
  const at = ([clientX, clientY]: [number, number]) => ({
    clientX,
    clientY,
    ...held,
    pointerId: 1,
    button: 0,
  })
  fireEvent.pointerMove(host, at(from))
  fireEvent.pointerDown(host, at(from))
  fireEvent.pointerMove(host, at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  fireEvent.pointerMove(host, at(to))
  fireEvent.pointerUp(host, at(to))
}

export function click(host: Element, clientX: number, clientY: number, shiftKey = false): void {
  const at = { clientX, clientY, shiftKey, pointerId: 1, button: 0 }
  fireEvent.pointerDown(host, at)
  fireEvent.pointerUp(host, at)
}
