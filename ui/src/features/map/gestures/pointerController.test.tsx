/** The pointer on small, hidden and removed cards, and with files from outside. */

import { act, createEvent, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSelection } from '../../../document'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import { drag, grouped, open, selected, writes } from '../testing'

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useInlineEdit.getState().ask(undefined)
})

it('moves a small card wherever it is pressed, and starts no link', async () => {
  const { host, bridge, map } = await open()
  act(() => map.view.look({ x: 0, y: 0, zoom: 0.12 }))
  act(() => useSelection.getState().select(['a']))
  // The middle of its right side, which is where links are pulled from when it is larger.
  drag(host, [39, 20], [39, 80])
  expect(useInlineEdit.getState().asking).toBeUndefined()
  expect(writes(bridge.calls)).toMatchObject([{ name: 'move_nodes' }])
})

it('removes the handles when a group hides their card', async () => {
  const story = grouped()
  const held = story.nodes.get('a')
  if (held) Object.assign(held, { parent: 'g', x: 100, y: 400 })
  const { session, host, map } = await open(story)
  const painted = vi.spyOn(map.view, 'setOverlay')
  fireEvent.pointerMove(host, { clientX: 200, clientY: 450 })
  expect(painted.mock.lastCall?.[0]).toMatchObject({ hovered: 'a' })
  await act(() => session.data('fold_groups', { groups: ['g'], folded: true }))
  await waitFor(() => expect(map.view.scene.cards.has('a')).toBe(false))
  expect(painted.mock.lastCall?.[0]).not.toHaveProperty('handles')
  expect(painted.mock.lastCall?.[0]).not.toHaveProperty('hovered')
})

it('deselects what somebody else removed', async () => {
  const { bridge } = await open()
  act(() => useSelection.getState().select(['b', 'a']))
  await bridge.callAs('program', { name: 'remove_nodes', args: { nodes: ['a'] } })
  await waitFor(() => expect(selected()).toEqual(['b']))
  expect(useSelection.getState().focused).toBe('b')
})

it('highlights the drop target of a picture, and adds the picture to it', async () => {
  const { bridge, host, map } = await open()
  const painted = vi.spyOn(map.view, 'setOverlay')
  const picture = new File([new Uint8Array([0x89, 0xff])], 'p.png', { type: 'image/png' })
  // The tests' page knows no drags from outside, so that the event is given what it has.
  const carry = (name: 'dragOver' | 'drop', files: File[]) => {
    const items = [{ kind: 'file', type: 'image/png' }]
    const event = createEvent[name](host)
    const dataTransfer = { files, types: ['Files'], items }
    fireEvent(host, Object.assign(event, { clientX: 550, clientY: 150, dataTransfer }))
  }
  // The other card is the one that is worked on.
  act(() => useSelection.getState().select(['a']))
  carry('dragOver', [])
  expect(painted.mock.lastCall?.[0]).toMatchObject({ hovered: 'b' })
  carry('drop', [picture])
  expect(painted.mock.lastCall?.[0]).not.toHaveProperty('hovered')
  await waitFor(() =>
    expect(writes(bridge.calls)[0]).toMatchObject({ name: 'add_image', args: { node: 'b' } }),
  )
})
