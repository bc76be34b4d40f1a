/** Cards are resized by the corner and by keys, alone and together, and reset. */

import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { performActionById } from '../../../actions/useActions'
import { useSelection } from '../../../document'
import { drag, grouped, open, twoCards, writes } from '../testing'
import { resized } from './cardResize'

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
})

/** The lower right corner of the first card. */
const CORNER: [number, number] = [336, 232]

/** Hovers the first card and pulls its corner. */
function pull(host: Element, to: [number, number], held?: { altKey: boolean }): void {
  fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
  drag(host, CORNER, to, held)
}

describe('resized', () => {
  const card = { x: 10, y: 20, width: 236, height: 132 }

  it('snaps to a grid, or follows the pointer exactly on request', () => {
    expect(resized(card, { x: 63, y: 30 })).toEqual({ x: 10, y: 20, width: 300, height: 164 })
    expect(resized(card, { x: 63, y: 30 }, true)).toMatchObject({ width: 299, height: 162 })
  })

  it('stays within its bounds', () => {
    expect(resized(card, { x: -900, y: -900 })).toMatchObject({ width: 120, height: 64 })
    expect(resized(card, { x: 9000, y: 9000 })).toMatchObject({ width: 1600, height: 1600 })
  })

  it('keeps an unchanged size', () => {
    const odd = { ...card, width: 2001, height: 33 }
    expect(resized(odd, { x: 0, y: 0 })).toEqual(odd)
  })
})

describe('a card', () => {
  it('is resized by dragging its corner, with a preview, as one step', async () => {
    const { host, bridge, session, map } = await open()
    const painted = vi.spyOn(map.view, 'setOverlay')
    pull(host, [436, 332])
    const frames = painted.mock.calls.map(([it]) => it.placeholder).filter(Boolean)
    expect(frames.at(-1)).toEqual({ x: 100, y: 100, width: 336, height: 232 })
    const place = { node: 'a', x: 100, y: 100, width: 336, height: 232 }
    expect(writes(bridge.calls)).toEqual([{ name: 'move_nodes', args: { places: [place] } }])
    await waitFor(() => expect(session.mirror.nodes.get('a')).toMatchObject({ width: 336 }))
    expect(map.view.scene.cards.get('a')).toMatchObject({ width: 336, height: 232 })
    expect(painted.mock.lastCall?.[0]).not.toHaveProperty('placeholder')
  })

  it('is resized together with the other selected cards, each from its own size', async () => {
    const story = twoCards()
    const other = story.nodes.get('b')
    if (other) Object.assign(other, { width: 400 })
    const { host, bridge } = await open(story)
    act(() => useSelection.getState().select(['a', 'b']))
    pull(host, [436, 232])
    expect(writes(bridge.calls)[0]?.args.places).toMatchObject([
      { node: 'a', width: 336, height: 132 },
      { node: 'b', width: 500, height: 132 },
    ])
  })

  it('keeps its size when the drag is cancelled with Escape', async () => {
    const { host, bridge } = await open()
    fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
    const at = { pointerId: 1, button: 0 }
    fireEvent.pointerMove(host, { ...at, clientX: 336, clientY: 232 })
    fireEvent.pointerDown(host, { ...at, clientX: 336, clientY: 232 })
    fireEvent.pointerMove(host, { ...at, clientX: 436, clientY: 332 })
    fireEvent.pointerCancel(host, at)
    expect(writes(bridge.calls)).toEqual([])
  })

  it('is resized by keys in one step, and reset to the default size', async () => {
    const { host, bridge, session } = await open()
    act(() => useSelection.getState().select(['a']))
    vi.useFakeTimers()
    const keys = { ctrlKey: true, shiftKey: true }
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown'])
      fireEvent.keyDown(host, { key, ...keys })
    act(() => vi.runAllTimers())
    vi.useRealTimers()
    const place = { node: 'a', x: 100, y: 100, width: 268, height: 148 }
    expect(writes(bridge.calls)).toEqual([{ name: 'move_nodes', args: { places: [place] } }])
    await waitFor(() => expect(session.mirror.nodes.get('a')?.width).toBe(268))
    act(() => performActionById('usualSize', session))
    await waitFor(() => expect(session.mirror.nodes.get('a')?.width).toBeUndefined())
    expect(session.mirror.nodes.get('a')?.height).toBeUndefined()
  })

  it('that is a group keeps its frame', async () => {
    const { host, bridge } = await open(grouped())
    act(() => useSelection.getState().select(['g']))
    fireEvent.keyDown(host, { key: 'ArrowRight', ctrlKey: true, shiftKey: true })
    fireEvent.pointerMove(host, { clientX: 70, clientY: 310 })
    drag(host, [760, 600], [800, 640])
    expect(writes(bridge.calls).filter((it) => 'places' in it.args)).toSatisfy(
      (it: { args: { places: object[] } }[]) =>
        it.every(({ args }) => !('width' in (args.places[0] ?? {}))),
    )
  })
})
