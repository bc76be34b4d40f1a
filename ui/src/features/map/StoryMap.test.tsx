/** What pointer and keyboard do on the map, and which calls result. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { performActionById } from '../../actions/useActions'
import type { FakeNode } from '../../bridge/fake/fakeBridge'
import { useSelection } from '../../document'
import { useNotices } from '../../state'
import { useInlineEdit } from './inlineEdit/inlineEdit'
import { click, drag, grouped, open, selected, twoCards, writes } from './testing'

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useInlineEdit.getState().ask(undefined)
})

describe('the pointer', () => {
  it('selects on click, toggles with Shift and deselects on the background', async () => {
    const { host } = await open()
    click(host, 150, 150)
    expect(selected()).toEqual(['a'])
    click(host, 550, 150, true)
    expect(selected()).toEqual(['a', 'b'])
    click(host, 150, 150, true)
    expect(selected()).toEqual(['b'])
    click(host, 400, 600)
    expect(selected()).toEqual([])
  })

  it('moves all selected cards with one call on release', async () => {
    const { host, bridge } = await open()
    act(() => useSelection.getState().select(['a', 'b']))
    drag(host, [150, 150], [190, 170])
    expect(writes(bridge.calls)).toEqual([
      {
        name: 'move_nodes',
        args: {
          places: [
            { node: 'a', x: 140, y: 120 },
            { node: 'b', x: 540, y: 120 },
          ],
        },
      },
    ])
  })

  it('moves cards back when the move is rejected', async () => {
    const { host, bridge, map } = await open()
    bridge.call = async () => ({
      tool_name: '',
      tool_call_id: '',
      tool_call_args: {},
      status: 'failure',
      error: { code: 'CONFLICT', message: 'no' },
    })
    drag(host, [150, 150], [400, 400])
    await waitFor(() => expect(map.view.scene.cards.get('a')).toMatchObject({ x: 100, y: 100 }))
  })

  it('snaps to a nearby card and shows the guide line', async () => {
    const box = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    box.mockReturnValue(new DOMRect(0, 0, 1000, 800))
    const { host, bridge, map } = await open()
    const painted = vi.spyOn(map.view, 'setOverlay')
    drag(host, [150, 150], [553, 400])
    box.mockRestore()
    const places = [{ node: 'a', x: 500, y: 352 }]
    expect(writes(bridge.calls)).toEqual([{ name: 'move_nodes', args: { places } }])
    const guides = painted.mock.calls.flatMap(([it]) => it.guides ?? [])
    expect(guides).toContainEqual({ from: { x: 500, y: 100 }, to: { x: 500, y: 484 } })
    expect(painted.mock.lastCall?.[0]).not.toHaveProperty('guides')
  })

  it('pans on the background without a call', async () => {
    const { host, bridge, map } = await open()
    drag(host, [400, 500], [450, 480])
    expect(map.view.camera).toEqual({ x: -50, y: 20, zoom: 1 })
    expect(writes(bridge.calls)).toEqual([])
  })

  it('selects what a rectangle touches with Shift held', async () => {
    const { host } = await open()
    drag(host, [20, 20], [900, 400], { shiftKey: true })
    expect(selected().sort()).toEqual(['a', 'b'])
  })

  it('links two cards from a handle, with the typed label', async () => {
    const { host, bridge } = await open()
    // Only the hovered card shows its handles.
    fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
    drag(host, [336, 166], [550, 150])
    const field = screen.getByLabelText('Text of the choice (optional)')
    fireEvent.change(field, { target: { value: '敲门' } })
    fireEvent.submit(field)
    expect(writes(bridge.calls)).toEqual([
      { name: 'link_nodes', args: { from: 'a', to: 'b', label: '敲门' } },
    ])
  })

  it('creates a linked node where a link is dropped on the background', async () => {
    const { host, bridge } = await open()
    fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
    drag(host, [336, 166], [600, 500])
    const field = screen.getByLabelText('Title of the new card')
    fireEvent.change(field, { target: { value: 'After' } })
    fireEvent.submit(field)
    expect(writes(bridge.calls)).toEqual([
      { name: 'create_node', args: { title: 'After', after: 'a', x: 482, y: 434 } },
    ])
    await waitFor(() => expect(selected()).toHaveLength(1))
  })

  it('keeps a dropped link visible until its new card has a title or is cancelled', async () => {
    const { host, map } = await open()
    const painted = vi.spyOn(map.view, 'setOverlay')
    const shown = () => painted.mock.lastCall?.[0]
    for (const leave of [
      (it: HTMLElement) => fireEvent.keyDown(it, { key: 'Escape' }),
      (it: HTMLElement) => fireEvent.submit(it),
    ]) {
      fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
      drag(host, [336, 166], [800, 200])
      expect(shown()?.placeholder).toMatchObject({ x: 682, y: 134 })
      expect(shown()?.linking?.[0]).toEqual({ x: 336, y: 166 })
      expect(shown()?.linking?.[3]).toEqual({ x: 682, y: 200 })
      // What else the hand does meanwhile leaves it there.
      fireEvent.pointerMove(host, { clientX: 20, clientY: 20 })
      expect(shown()?.linking).toBeDefined()
      leave(screen.getByLabelText('Title of the new card'))
      expect(shown()).not.toHaveProperty('linking')
      expect(shown()).not.toHaveProperty('placeholder')
    }
    // To another card it is the label that is asked for.
    fireEvent.pointerMove(host, { clientX: 200, clientY: 150 })
    drag(host, [336, 166], [550, 150])
    expect(shown()).toMatchObject({ hovered: 'b' })
    expect(shown()?.linking?.[3]).toEqual({ x: 500, y: 166 })
  })

  it('creates a node where the menu was opened, even after the pointer moved', async () => {
    const { bridge, host, map } = await open()
    fireEvent.contextMenu(host, { clientX: 300, clientY: 500 })
    fireEvent.pointerLeave(host)
    act(() => map.startNode())
    const field = screen.getByLabelText('Title of the new card')
    fireEvent.change(field, { target: { value: 'There' } })
    fireEvent.submit(field)
    expect(writes(bridge.calls)[0]?.args).toMatchObject({ title: 'There', x: 182, y: 434 })
  })

  it('without a position, creates a node that covers no other', async () => {
    const { map } = await open()
    act(() => map.startNode('a'))
    expect(useInlineEdit.getState().asking).toMatchObject({ at: { x: 440, y: 280 } })
    const { size } = map.view
    // The view's middle is over a card.
    act(() => map.view.look({ x: 600 - size.width / 2, y: 160 - size.height / 2, zoom: 1 }))
    act(() => map.startNode())
    expect(useInlineEdit.getState().asking).toMatchObject({ at: { y: 274 } })
  })

  it('creates nothing when the title is empty or cancelled', async () => {
    const { host, bridge } = await open()
    fireEvent.doubleClick(host, { clientX: 400, clientY: 600 })
    fireEvent.submit(screen.getByLabelText('Title of the new card'))
    fireEvent.doubleClick(host, { clientX: 400, clientY: 600 })
    const field = screen.getByLabelText('Title of the new card')
    fireEvent.change(field, { target: { value: 'No' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByLabelText('Title of the new card')).toBeNull()
    expect(writes(bridge.calls)).toEqual([])
  })
})

describe('the menu', () => {
  it('reads the story only while it is open', async () => {
    const { bridge, host, session } = await open()
    // What kinds there are is read for the menu alone.
    const { kinds } = session.mirror
    const read = vi.fn(() => kinds)
    Object.defineProperty(session.mirror, 'kinds', { get: read, set: () => {} })
    const rename = async (title: string) => {
      await bridge.callAs('program', { name: 'rename_node', args: { node: 'b', title } })
      await waitFor(() => expect(session.mirror.nodes.get('b')?.title).toBe(title))
    }
    act(() => useSelection.getState().select(['a', 'b']))
    await rename('First')
    expect(read).not.toHaveBeenCalled()
    fireEvent.contextMenu(host, { clientX: 150, clientY: 150 })
    expect(await screen.findByRole('menuitem', { name: /^Duplicate/ })).toBeTruthy()
    expect(read).toHaveBeenCalled()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    read.mockClear()
    await rename('Second')
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the keyboard', () => {
  it('goes from card to card by arrows', async () => {
    const { host } = await open()
    act(() => useSelection.getState().select(['a']))
    fireEvent.keyDown(host, { key: 'ArrowRight' })
    expect(selected()).toEqual(['b'])
    fireEvent.keyDown(host, { key: 'ArrowLeft' })
    expect(selected()).toEqual(['a'])
  })

  it('moves cards by Alt and arrows, a row of presses as one call', async () => {
    const { host, bridge } = await open()
    act(() => useSelection.getState().select(['a']))
    for (let press = 0; press < 3; press++)
      fireEvent.keyDown(host, { key: 'ArrowDown', altKey: true })
    await waitFor(() =>
      expect(writes(bridge.calls)).toEqual([
        { name: 'move_nodes', args: { places: [{ node: 'a', x: 100, y: 148 }] } },
      ]),
    )
  })
})

describe('the story', () => {
  it('shows what another program changed', async () => {
    const { bridge, map } = await open()
    await bridge.callAs('program', { name: 'rename_node', args: { node: 'b', title: '新名' } })
    await waitFor(() => expect(map.view.scene.cards.get('b')?.title).toBe('新名'))
  })

  it('explains how to start while it is empty', async () => {
    await open({ ...twoCards(), nodes: new Map() })
    expect(screen.getByRole('button', { name: 'Write the first scene' })).toBeTruthy()
  })
})

describe('the links of what is selected', () => {
  it('are highlighted while the rest is faded', async () => {
    const story = twoCards()
    story.nodes.set('c', { ...story.nodes.get('b'), id: 'c', title: 'c', y: 500 } as FakeNode)
    const link = (from: string, to: string) => ({ id: from + to, from, to, label: '', order: 0 })
    for (const it of [link('a', 'b'), link('b', 'c')]) story.edges.set(it.id, it)
    const { map } = await open(story)
    const lit = vi.spyOn(map.view, 'setOverlay')
    const receding = vi.spyOn(map.view, 'setEmphasis')
    act(() => useSelection.getState().select(['a']))
    expect(lit.mock.lastCall?.[0].litLinks).toEqual(new Set(['ab']))
    expect(receding).toHaveBeenLastCalledWith({ links: new Set(['ab']) })
    act(() => useSelection.getState().selectEdge('bc'))
    expect(receding).toHaveBeenLastCalledWith({ links: new Set(['bc']) })
    act(() => useSelection.getState().clear())
    expect(receding).toHaveBeenLastCalledWith({})
  })
})

describe('groups', () => {
  it('adds all dragged cards in one step and removes them again', async () => {
    const { bridge, session, host } = await open(grouped())
    act(() => useSelection.getState().select(['a', 'b']))
    drag(host, [150, 160], [150, 460])
    await waitFor(() => expect(session.mirror.nodes.get('a')?.parent).toBe('g'))
    expect(session.mirror.nodes.get('b')?.parent).toBe('g')
    expect(writes(bridge.calls).map((it) => it.name)).toEqual(['move_nodes'])
    drag(host, [150, 460], [150, 160])
    await waitFor(() => expect(session.mirror.nodes.get('a')?.parent).toBeUndefined())
  })

  it('says how many cards and words it and the groups in it hold', async () => {
    const story = grouped()
    const inner = story.nodes.get('g')
    if (inner) story.nodes.set('o', { ...inner, id: 'o', title: 'o' })
    Object.assign(inner ?? {}, { parent: 'o' })
    Object.assign(story.nodes.get('a') ?? {}, { parent: 'g', text: 'one two three' })
    const { session, map } = await open(story)
    const note = (id: string) => map.view.scene.cards.get(id)?.footnote
    expect(note('o')).toBe('1 card inside · 3 words')
    await act(() => session.data('write_text', { node: 'a', text: 'one two' }))
    await waitFor(() => expect(note('o')).toBe('1 card inside · 2 words'))
    expect(note('g')).toBe('1 card inside · 2 words')
    await act(() => session.data('move_node', { node: 'a', x: 1600, y: 100, group: '' }))
    await waitFor(() => expect(session.mirror.nodes.get('a')?.parent).toBeUndefined())
    expect([note('o'), note('g')]).toEqual(['0 cards inside', '0 cards inside'])
  })

  /** The group with a card inside that its frame has grown around, to the left of where it began. */
  function grown() {
    const story = grouped()
    const held = story.nodes.get('a')
    if (held) Object.assign(held, { parent: 'g', x: 20, y: 400 })
    return story
  }

  it('keeps its frame when a card is removed, and fits it on request', async () => {
    const { session, host, map } = await open(grouped())
    const frame = () => map.view.scene.cards.get('g')
    act(() => useSelection.getState().select(['a', 'b']))
    drag(host, [150, 160], [150, 460])
    await waitFor(() => expect(session.mirror.nodes.get('b')?.parent).toBe('g'))
    const both = frame()
    act(() => useSelection.getState().select(['b']))
    drag(host, [550, 460], [550, 160])
    await waitFor(() => expect(session.mirror.nodes.get('b')?.parent).toBeUndefined())
    expect(frame()).toMatchObject({ x: both?.x, width: both?.width, height: both?.height })
    act(() => useSelection.getState().select(['g']))
    act(() => performActionById('fitGroup', session))
    await waitFor(() => expect(frame()).toMatchObject({ x: 60, y: 336, width: 316, height: 236 }))
    act(() => performActionById('fitGroup', session))
    await waitFor(() => expect(useNotices.getState().notice?.text).toContain('fits its cards'))
    expect(frame()).toMatchObject({ x: 60, width: 316 })
  })

  it('moves exactly with the pointer while Alt is held, even when its frame has grown', async () => {
    const { bridge, host } = await open(grown())
    drag(host, [600, 310], [650, 290], { altKey: true })
    const places = [{ node: 'g', x: 110, y: 280 }]
    expect(writes(bridge.calls)).toEqual([{ name: 'move_nodes', args: { places } }])
  })

  it('is aligned by its frame together with its members', async () => {
    const { bridge, map } = await open(grown())
    act(() => useSelection.getState().select(['a', 'b', 'g']))
    await act(() => map.align('alignRight'))
    // The frame reaches from -4 to 760, the card to 736; what the group holds is not put in line.
    const places = [{ node: 'b', x: 524, y: 100 }]
    expect(writes(bridge.calls)).toEqual([{ name: 'move_nodes', args: { places } }])
    bridge.calls.length = 0
    act(() => useSelection.getState().select(['b', 'g']))
    await act(() => map.align('alignTop'))
    expect(writes(bridge.calls)[0]?.args).toEqual({ places: [{ node: 'g', x: 60, y: 100 }] })
  })

  it('folds to one card that keeps its links, and can be viewed on its own', async () => {
    const story = grouped()
    for (const id of ['a', 'b']) {
      const node = story.nodes.get(id)
      if (node) story.nodes.set(id, { ...node, parent: 'g' })
    }
    story.nodes.set('c', {
      id: 'c',
      title: 'c',
      kind: 'scene',
      x: 900,
      y: 100,
      text: '',
      items: [],
    })
    story.edges.set('e', { id: 'e', from: 'b', to: 'c', label: '', order: 0 })
    const { session, map } = await open(story)
    await act(() => session.data('fold_groups', { groups: ['g'], folded: true }))
    await waitFor(() => expect([...map.view.scene.cards.keys()].sort()).toEqual(['c', 'g']))
    expect(map.view.scene.links.get('e')?.from).toBe('g')
    act(() => map.enter('g'))
    expect([...map.view.scene.cards.keys()].sort()).toEqual(['a', 'b'])
    expect(screen.getByRole('navigation').textContent).toContain('g')
    act(() => void map.leave())
    expect([...map.view.scene.cards.keys()].sort()).toEqual(['c', 'g'])
  })

  it('contains a node created inside it', async () => {
    const { bridge, host } = await open(grouped())
    fireEvent.doubleClick(host, { clientX: 400, clientY: 450 })
    const field = await screen.findByRole('textbox')
    fireEvent.change(field, { target: { value: 'New' } })
    fireEvent.submit(field)
    await waitFor(() => expect(writes(bridge.calls)[0]?.args.group).toBe('g'))
  })
})

describe('a drag', () => {
  it('is cancelled by Escape, and the selection stays', async () => {
    const { host, bridge, map } = await open()
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 })
    fireEvent.pointerDown(host, at(150, 150))
    fireEvent.pointerMove(host, at(180, 190))
    fireEvent.pointerMove(host, at(300, 300))
    expect(map.view.carried).toEqual({ x: 150, y: 150 })
    fireEvent.keyDown(host, { key: 'Escape' })
    fireEvent.pointerUp(host, at(300, 300))
    expect(map.view.scene.cards.get('a')).toMatchObject({ x: 100, y: 100 })
    expect(selected()).toEqual(['a'])
    expect(writes(bridge.calls)).toEqual([])
  })

  it('continues while the view moves', async () => {
    const { host, bridge, map } = await open()
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 })
    fireEvent.pointerDown(host, at(150, 150))
    fireEvent.pointerMove(host, at(250, 150))
    fireEvent.wheel(host, { deltaX: 50, deltaY: 0.5 })
    fireEvent.pointerUp(host, at(250, 150))
    expect(map.view.camera.x).toBe(50)
    expect(writes(bridge.calls)[0]?.args).toMatchObject({ places: [{ node: 'a', x: 250 }] })
  })
})
