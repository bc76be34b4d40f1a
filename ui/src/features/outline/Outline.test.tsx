/** The outline: by keyboard, by pointer, and with the menu of the map. */

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBridge, smallStory } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider, useSelection } from '../../document'
import { TooltipProvider } from '../../kit'
import { usePage } from '../../state'
import { startText } from '../../text'
import { Outline } from '.'

startText('en')

async function open() {
  const bridge = new FakeBridge(smallStory())
  const session = new Session(bridge)
  await session.open()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <Outline />
      </SessionProvider>
    </TooltipProvider>,
  )
  bridge.calls.length = 0
  const row = (name: RegExp) => screen.getAllByRole('treeitem', { name })[0] as HTMLElement
  return { bridge, session, tree: screen.getByRole('tree'), row }
}

// The list shows what has room; here it has all of it unless a test says so.
let room = 2000
beforeAll(() => {
  for (const name of ['clientHeight', 'offsetHeight', 'clientWidth', 'offsetWidth']) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => room })
  }
})

const selected = () => [...useSelection.getState().nodes]

beforeEach(() => {
  room = 2000
  useSelection.getState().clear()
})

describe('the outline', () => {
  it('selects a row, a range with Shift, one more with Control', async () => {
    const { row } = await open()
    fireEvent.click(row(/^The night ferry/))
    expect(selected()).toEqual(['n01'])
    fireEvent.click(row(/雾中的码头/), { shiftKey: true })
    expect(selected()).toHaveLength(3)
    expect(selected().at(-1)).toBe('n04')
    fireEvent.click(row(/^Morning/), { ctrlKey: true })
    expect(selected()).toHaveLength(4)
    fireEvent.click(row(/^Morning/), { ctrlKey: true })
    expect(selected()).toHaveLength(3)
  })

  it('filters rows by the typed words, until Escape', async () => {
    const { row } = await open()
    const filter = screen.getByRole('searchbox', { name: 'Filter' })
    fireEvent.change(filter, { target: { value: 'glass sing' } })
    const titles = screen.getAllByRole('treeitem').map((it) => it.getAttribute('aria-label'))
    expect(titles).toEqual(['The singing glass'])
    fireEvent.click(row(/glass/))
    expect(selected()).toHaveLength(1)
    fireEvent.keyDown(filter, { key: 'Escape' })
    expect(screen.getAllByRole('treeitem').length).toBeGreaterThan(10)
  })

  it('moves a choice to the place of another of the same card by dragging its row', async () => {
    const { bridge, session, row } = await open()
    const order = () => session.mirror.edgesFrom('n01').map((it) => it.to)
    const [first, second] = order()
    const title = (id = '') => session.mirror.nodes.get(id)?.title ?? ''
    const [from, to] = [row(new RegExp(title(second))), row(new RegExp(title(first)))]
    document.elementFromPoint = () => to
    HTMLElement.prototype.setPointerCapture = () => undefined
    HTMLElement.prototype.scrollBy = () => undefined
    const at = (y: number) => ({ clientX: 20, clientY: y, pointerId: 1, button: 0 })
    fireEvent.pointerDown(from, at(90))
    fireEvent.pointerMove(from, at(60))
    fireEvent.pointerMove(from, at(40))
    fireEvent.pointerUp(from, at(40))
    await waitFor(() => expect(order()).toEqual([second, first]))
    const calls = bridge.calls.filter((it) => it.name === 'update_link')
    expect(calls.map((it) => it.args.order)).toEqual([1])
  })

  it('opens the page of a row with a double click', async () => {
    const { row } = await open()
    fireEvent.click(row(/^Morning/))
    fireEvent.doubleClick(row(/^Morning/))
    expect(usePage.getState().wanted).toEqual({ node: 'n10', typed: '' })
  })

  it('selects rows with the keyboard', async () => {
    const { tree } = await open()
    act(() => tree.focus())
    fireEvent.keyDown(tree, { key: 'ArrowDown' })
    expect(selected()).toEqual(['n01'])
    fireEvent.keyDown(tree, { key: 'ArrowDown', shiftKey: true })
    expect(selected()).toHaveLength(2)
    fireEvent.keyDown(tree, { key: 'ArrowDown', ctrlKey: true })
    fireEvent.keyDown(tree, { key: 'ArrowDown', ctrlKey: true })
    expect(selected()).toHaveLength(2)
    fireEvent.keyDown(tree, { key: ' ', ctrlKey: true })
    expect(selected()).toHaveLength(3)
    const there = document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
    expect(there?.getAttribute('aria-selected')).toBe('true')
  })

  it('renames in the row itself', async () => {
    const { bridge, tree, row } = await open()
    fireEvent.click(row(/^The night ferry/))
    fireEvent.keyDown(tree, { key: 'F2' })
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: '夜渡' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(row(/夜渡/)).toBeTruthy())
    expect(bridge.calls.filter((it) => it.name === 'rename_node')).toHaveLength(1)
    expect(document.activeElement).toBe(tree)
  })

  it('keeps the title when renaming is cancelled', async () => {
    const { bridge, tree, row } = await open()
    fireEvent.click(row(/^The night ferry/))
    fireEvent.keyDown(tree, { key: 'F2' })
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: 'No' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(bridge.calls.filter((it) => it.name === 'rename_node')).toHaveLength(0)
  })

  it('opens the context menu of a row with the menu key', async () => {
    const { tree, row } = await open()
    fireEvent.click(row(/^Morning/))
    fireEvent.keyDown(tree, { key: 'ContextMenu' })
    const menu = await screen.findByRole('menu')
    for (const words of ['Rename', 'Duplicate', 'Delete', 'Color']) {
      expect(menu.textContent).toContain(words)
    }
    expect(selected()).toEqual(['n10'])
  })

  it('keeps focus when another view selects a node, and shows its row', async () => {
    const { tree } = await open()
    act(() => tree.focus())
    act(() => useSelection.getState().select(['n10']))
    const there = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
    expect(there()?.textContent).toContain('Morning')
  })

  it('scrolls to the row that another view opens', async () => {
    room = 56
    const { session, tree } = await open()
    Object.defineProperty(tree, 'scrollHeight', { value: 28 * session.mirror.nodes.size })
    const scrolled = vi.fn()
    tree.scrollTo = scrolled
    act(() => useSelection.getState().goTo(['n10']))
    expect(scrolled.mock.lastCall?.[0].top).toBeGreaterThan(56)
  })
})
