/** The map without a pointer: creating and following links, entering groups, opening the menu. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { performActionById } from '../../../actions/useActions'
import type { FakeStory } from '../../../bridge/fake/fakeBridge'
import { useSelection } from '../../../document'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import { grouped, open, selected, twoCards, writes } from '../testing'
import { useConnecting } from './connecting'

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useInlineEdit.getState().ask(undefined)
  useConnecting.getState().connect(undefined)
})

function linked(): FakeStory {
  const story = twoCards()
  story.edges.set('e1', { id: 'e1', from: 'a', to: 'b', label: 'go', order: 0 })
  story.edges.set('e2', { id: 'e2', from: 'b', to: 'a', label: 'back', order: 0 })
  return story
}

describe('a link by keys', () => {
  it('is aimed with arrows and created with Enter, with the typed label', async () => {
    const { host, bridge, map } = await open()
    act(() => useSelection.getState().select(['a']))
    act(() => map.startConnecting('a'))
    fireEvent.keyDown(host, { key: 'ArrowRight' })
    expect(screen.getByText('Link from “a” to “b”')).toBeTruthy()
    expect(selected()).toEqual(['a'])
    fireEvent.keyDown(host, { key: 'Enter' })
    const field = screen.getByLabelText('Text of the choice (optional)')
    fireEvent.change(field, { target: { value: 'knock' } })
    fireEvent.submit(field)
    expect(writes(bridge.calls)).toEqual([
      { name: 'link_nodes', args: { from: 'a', to: 'b', label: 'knock' } },
    ])
  })

  it('is cancelled by Escape, and the selection stays', async () => {
    const { host, bridge, map } = await open()
    act(() => useSelection.getState().select(['a']))
    act(() => map.startConnecting('a'))
    fireEvent.keyDown(host, { key: 'ArrowRight' })
    fireEvent.keyDown(host, { key: 'Escape' })
    expect(useConnecting.getState().connecting).toBeUndefined()
    expect(selected()).toEqual(['a'])
    expect(writes(bridge.calls)).toEqual([])
  })

  it('is selected from its card, followed with an arrow and left with Escape', async () => {
    const { host, map } = await open(linked())
    act(() => useSelection.getState().select(['b']))
    act(() => map.stepLink(1))
    expect(useSelection.getState().edge).toBe('e2')
    act(() => map.stepLink(1))
    expect(useSelection.getState().edge).toBe('e1')
    act(() => map.stepLink(1))
    expect(useSelection.getState().edge).toBe('e2')
    fireEvent.keyDown(host, { key: 'Escape' })
    expect(selected()).toEqual(['b'])
    act(() => map.stepLink(-1))
    fireEvent.keyDown(host, { key: 'ArrowLeft' })
    expect(selected()).toEqual(['a'])
  })
})

describe('a plain link beside a labeled one', () => {
  it('is renamed and deleted, and the other stays', async () => {
    const story = twoCards()
    story.edges.set('said', { id: 'said', from: 'a', to: 'b', label: 'Knock', order: 0 })
    story.edges.set('plain', { id: 'plain', from: 'a', to: 'b', label: '', order: 1 })
    const { bridge, session, map } = await open(story)
    act(() => map.startRelabel('plain'))
    const field = screen.getByLabelText('Text of the choice (optional)')
    fireEvent.change(field, { target: { value: 'Go in' } })
    fireEvent.submit(field)
    await waitFor(() => expect(session.mirror.edges.get('plain')?.label).toBe('Go in'))
    await act(() => bridge.call({ name: 'undo', args: {} }))
    await act(() => session.refresh())
    act(() => useSelection.getState().selectEdge('plain'))
    act(() => performActionById('remove', session))
    await waitFor(() => expect([...session.mirror.edges.keys()]).toEqual(['said']))
  })
})

describe('the menu key', () => {
  it('opens the menu on the selected card, which stays selected', async () => {
    const { host } = await open()
    act(() => useSelection.getState().select(['b']))
    fireEvent.keyDown(host, { key: 'F10', shiftKey: true })
    const menu = await screen.findByRole('menu')
    expect(menu.textContent).toContain('Rename')
    expect(menu.textContent).toContain('Delete')
    expect(selected()).toEqual(['b'])
  })

  it('offers the groups that could hold the card', async () => {
    const { host } = await open(grouped())
    act(() => useSelection.getState().select(['a']))
    fireEvent.keyDown(host, { key: 'ContextMenu' })
    await screen.findByRole('menu')
    expect(screen.getByText('Move into group')).toBeTruthy()
  })
})

describe('the menu of a group', () => {
  it('offers nothing that only scenes can do', async () => {
    const { host } = await open(grouped())
    act(() => useSelection.getState().select(['g']))
    fireEvent.keyDown(host, { key: 'ContextMenu' })
    await screen.findByRole('menu')
    expect(screen.getByText('Ungroup')).toBeTruthy()
    for (const name of ['Start the story here', 'Play from here', 'New scene linked from here']) {
      expect(screen.queryByText(name)).toBeNull()
    }
  })
})

describe('moving by keys', () => {
  it('is cancelled by Escape', async () => {
    const { host, bridge, map } = await open()
    act(() => useSelection.getState().select(['a']))
    fireEvent.keyDown(host, { key: 'ArrowDown', altKey: true })
    fireEvent.keyDown(host, { key: 'ArrowDown', altKey: true, shiftKey: true })
    expect(map.view.carried.y).toBe(16 + 96)
    fireEvent.keyDown(host, { key: 'Escape' })
    expect(map.view.scene.cards.get('a')?.y).toBe(100)
    expect(selected()).toEqual(['a'])
    expect(writes(bridge.calls)).toEqual([])
  })

  it('moves the view with Control', async () => {
    const { host, map } = await open()
    fireEvent.keyDown(host, { key: 'ArrowRight', ctrlKey: true })
    expect(map.view.camera.x).toBe(96)
  })
})

describe('groups by keys', () => {
  it('goes to the frame around a card and back into it', async () => {
    const story = grouped()
    const a = story.nodes.get('a')
    if (a) story.nodes.set('a', { ...a, parent: 'g' })
    const { map } = await open(story)
    act(() => useSelection.getState().select(['a']))
    act(() => map.selectAround())
    expect(selected()).toEqual(['g'])
    act(() => map.selectAround())
    expect(selected()).toEqual(['a'])
  })

  it('goes to the start of the story', async () => {
    const { host } = await open()
    fireEvent.keyDown(host, { key: 'Home' })
    await waitFor(() => expect(selected()).toEqual(['a']))
  })
})

describe('going to a card', () => {
  const far = { x: -4000, y: -4000, zoom: 0.08 }
  const box = { x: 0, y: 0, left: 0, top: 0, right: 900, bottom: 600, width: 900, height: 600 }

  beforeEach(() => {
    const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    // The bars over the map take no room of it.
    measured.mockImplementation(function (this: HTMLElement) {
      return this.matches('[data-map-bar]') ? new DOMRect() : { ...box, toJSON: () => box }
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it('zooms in until the card can be read', async () => {
    const { map } = await open()
    act(() => map.view.look(far))
    act(() => useSelection.getState().goTo(['b']))
    await waitFor(() => expect(map.view.camera.zoom).toBe(0.6))
    const { x, y } = map.view.scene.cards.get('b') ?? { x: 0, y: 0 }
    const at = map.view.toScreen({ x, y })
    expect(at.x > 0 && at.y > 0 && at.x < map.view.size.width).toBe(true)
  })

  it('does not move the view if the card is readable', async () => {
    const { map } = await open()
    const before = map.view.camera
    act(() => useSelection.getState().goTo(['b']))
    await new Promise((done) => requestAnimationFrame(done))
    expect(map.view.camera).toEqual(before)
  })

  it('keeps it visible when the map becomes narrower, whatever is selected', async () => {
    const resizeCallbacks: (() => void)[] = []
    class Observer {
      constructor(resized: () => void) {
        resizeCallbacks.push(resized)
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observer)
    const { map } = await open()
    act(() => useSelection.getState().select(['a']))
    const edges = () => {
      const { x, width } = map.view.scene.cards.get('b') ?? { x: 0, width: 0 }
      return [x, x + width].map((it) => map.view.toScreen({ x: it, y: 0 }).x)
    }
    act(() => map.reveal(['b']))
    expect(edges()).toEqual([500, 736])
    const narrow = { ...box, right: 400, width: 400 }
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({
      ...narrow,
      toJSON: () => narrow,
    })
    act(() => resizeCallbacks.map((it) => it()))
    expect(edges()).toEqual([148, 384])
    vi.unstubAllGlobals()
  })

  it('by arrows keeps the zoom', async () => {
    const { host, map } = await open()
    act(() => map.view.look({ ...far, x: -10_800 }))
    act(() => useSelection.getState().select(['a']))
    fireEvent.keyDown(host, { key: 'ArrowRight' })
    expect(selected()).toEqual(['b'])
    await waitFor(() => expect(map.view.camera.x).toBeGreaterThan(-10_800))
    expect(map.view.camera.zoom).toBeCloseTo(0.08)
  })
})
