/** The selected link: its panel, its menu, its arrowhead, and inserting a scene. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { performActionById } from '../../../actions/useActions'
import type { FakeStory } from '../../../bridge/fake/fakeBridge'
import { useSelection } from '../../../document'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import { drag, open, twoCards, writes } from '../testing'

function linked(): FakeStory {
  const story = twoCards()
  const [a, b] = [story.nodes.get('a'), story.nodes.get('b')]
  if (a && b) story.nodes.set('c', { ...b, id: 'c', title: 'c', y: 400 })
  const rest = { label: '', order: 1 }
  story.edges.set('ab', { id: 'ab', from: 'a', to: 'b', label: 'Knock', order: 0 })
  story.edges.set('ac', { id: 'ac', from: 'a', to: 'c', ...rest })
  return story
}

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useInlineEdit.getState().ask(undefined)
})

describe('the panel of the selected link', () => {
  it('shows and edits all properties of a link', async () => {
    const { bridge } = await open(linked())
    const user = userEvent.setup()
    act(() => useSelection.getState().selectEdge('ab'))
    const panel = within(screen.getByRole('region', { name: 'Selected link' }))
    const label = panel.getByRole('textbox', { name: 'Label' }) as HTMLInputElement
    expect(label.value).toBe('Knock')
    await user.clear(label)
    await user.type(label, 'Ring{Enter}')
    await waitFor(() => expect(bridge.story.edges.get('ab')?.label).toBe('Ring'))
    await user.type(panel.getByRole('textbox', { name: 'If' }), 'has_key{Enter}')
    await waitFor(() => expect(bridge.story.edges.get('ab')?.condition).toBe('has_key'))
    await user.type(panel.getByRole('textbox', { name: 'Then' }), 'gold = 1{Enter}')
    await user.click(panel.getByRole('checkbox', { name: 'Only once' }))
    await waitFor(() => expect(bridge.story.edges.get('ab')).toMatchObject({ once: true }))
    expect(panel.getByText('1 of 2')).toBeTruthy()
    bridge.calls.length = 0
    await user.click(panel.getByRole('button', { name: 'Offer it later' }))
    expect(writes(bridge.calls)).toEqual([
      { name: 'update_link', args: { from: 'a', to: 'b', label: 'Ring', order: 2 } },
    ])
    await user.click(panel.getByRole('button', { name: 'b' }))
    expect([...useSelection.getState().nodes]).toEqual(['b'])
    expect(screen.queryByRole('region', { name: 'Selected link' })).toBeNull()
  })

  it('focuses the condition on request', async () => {
    const { session } = await open(linked())
    act(() => useSelection.getState().selectEdge('ab'))
    act(() => performActionById('editCondition', session))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'If' }))
  })
})

it('is not hidden by its panel', async () => {
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  box.mockReturnValue(new DOMRect(0, 0, 700, 800))
  await open(linked())
  box.mockRestore()
  act(() => useSelection.getState().selectEdge('ab'))
  expect(screen.getByRole('region', { name: 'Selected link' }).dataset.corner).toBe('bottom-left')
})

describe('a link', () => {
  it('is redirected by dragging its arrowhead', async () => {
    const { bridge, host, map } = await open(linked())
    const painted = vi.spyOn(map.view, 'setOverlay')
    act(() => useSelection.getState().selectEdge('ab'))
    expect(painted.mock.lastCall?.[0].handles).toEqual([{ x: 500, y: 166 }])
    drag(host, [500, 166], [600, 450])
    expect(writes(bridge.calls)).toEqual([
      { name: 'update_link', args: { from: 'a', to: 'b', label: 'Knock', new_to: 'c' } },
    ])
    bridge.calls.length = 0
    // On the ground it stays as it was.
    act(() => useSelection.getState().selectEdge('ac'))
    drag(host, [618, 400], [300, 700])
    expect(writes(bridge.calls)).toEqual([])
  })

  it('gets a scene inserted', async () => {
    const { bridge, session } = await open(linked())
    act(() => useSelection.getState().selectEdge('ab'))
    act(() => performActionById('insertScene', session))
    const field = screen.getByLabelText('Title of the inserted scene')
    fireEvent.change(field, { target: { value: 'Porch' } })
    fireEvent.submit(field)
    await waitFor(() => expect(useSelection.getState().nodes.size).toBe(1))
    const [made] = useSelection.getState().nodes
    const edges = [...bridge.story.edges.values()]
    expect(edges.find((it) => it.from === 'a' && it.to === made)?.label).toBe('Knock')
    expect(edges.some((it) => it.from === made && it.to === 'b')).toBe(true)
    expect(edges.some((it) => it.from === 'a' && it.to === 'b')).toBe(false)
  })

  it('is reversed with all its properties', async () => {
    const { bridge, session } = await open(linked())
    act(() => useSelection.getState().selectEdge('ab'))
    act(() => performActionById('reverseLink', session))
    const turned = { from: 'b', to: 'a', label: 'Knock' }
    await waitFor(() => expect(bridge.story.edges.get('ab')).toMatchObject(turned))
    expect(useSelection.getState().edge).toBe('ab')
    expect(bridge.calls.filter((it) => it.name.endsWith('_link'))).toHaveLength(1)
  })
})

describe('a branch', () => {
  it('asks for title and label in one form', async () => {
    const { bridge, map } = await open()
    const user = userEvent.setup()
    act(() => map.startNode('a'))
    await user.keyboard('Cellar')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('What the reader chooses (optional)'))
    expect(writes(bridge.calls)).toEqual([])
    await user.keyboard('Go down{Enter}')
    expect(writes(bridge.calls)[0]).toMatchObject({
      name: 'create_node',
      args: { title: 'Cellar', after: 'a', label: 'Go down' },
    })
    await waitFor(() => expect(useSelection.getState().nodes.size).toBe(1))
  })

  it('can be created with Enter after the title alone', async () => {
    const { bridge, map } = await open()
    act(() => map.startNode('a'))
    await userEvent.setup().keyboard('Cellar{Enter}')
    expect(writes(bridge.calls)).toHaveLength(1)
    expect(writes(bridge.calls)[0]?.args).not.toHaveProperty('label')
  })
})
