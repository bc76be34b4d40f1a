/** The window from the start: loading, failing, and work by keyboard. */

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBridge } from '../bridge/fake/fakeBridge'
import { useSelection } from '../document'
import { useNotices, usePreferences, useWorkspace } from '../state'
import { startText } from '../text'
import { App } from './App'

startText('en')

beforeEach(() => {
  localStorage.clear()
  act(() => {
    useSelection.getState().clear()
    useNotices.getState().dismiss()
    useWorkspace.getState().setPalette(false)
    usePreferences.getState().setLanguage('en')
  })
})

async function open(bridge = new FakeBridge()) {
  render(<App bridge={bridge} />)
  await screen.findByRole('application')
  return bridge
}

const LOOKS = [
  'list_attributes',
  'read_map',
  'list_drafts',
  'read_node',
  'list_threads',
  'thread_history',
  'search_story',
  'list_steps',
  'check_story',
  'play_story',
]

/** The calls that may change something: a new kind of look has to be named here. */
const writes = (bridge: FakeBridge) =>
  bridge.calls.map((it) => it.name).filter((it) => !LOOKS.includes(it))

describe('opening', () => {
  it('can be left while it takes long', async () => {
    const bridge = new FakeBridge()
    bridge.call = () => new Promise(() => undefined)
    const leave = vi.fn()
    act(() => useWorkspace.setState({ windowContext: { program: {}, leave } } as never))
    render(<App bridge={bridge} />)
    screen.getByRole('progressbar', { name: 'Opening the story…' })
    await userEvent.click(screen.getByRole('button', { name: 'All stories' }))
    expect(leave).toHaveBeenCalledOnce()
    cleanup()
    act(() => useWorkspace.setState({ windowContext: undefined }))
  })

  it('shows the error and opens on retry', async () => {
    const bridge = new FakeBridge()
    const works = bridge.call.bind(bridge)
    bridge.call = async () => {
      throw new TypeError('fetch failed')
    }
    render(<App bridge={bridge} />)
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
    bridge.call = works
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'The Glass Lighthouse' })).toBeTruthy()
  })
})

describe('files', () => {
  const drop = (...files: File[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { files, types: ['Files'], items: [] } })
    screen.getByRole('application').dispatchEvent(event)
    return event.defaultPrevented
  }
  const picture = () => new File([new Uint8Array([137, 255])], 'a.png', { type: 'image/png' })

  it('attaches a dropped picture to the node and offers other files for import', async () => {
    const formats = { imports: [], exports: [] }
    const bridge = await open(new FakeBridge(undefined, { list_formats: () => formats }))
    expect(drop(picture())).toBe(true)
    expect(await screen.findByText(/Select a card first/, {}, { timeout: 10_000 })).toBeTruthy()
    act(() => useSelection.getState().select(['n18']))
    drop(picture(), new File(['{}'], 'b.json'), new File(['{}'], 'c.json'))
    expect(await screen.findByText('b.json, c.json')).toBeTruthy()
    await waitFor(() => {
      const given = bridge.calls.find((it) => it.name === 'add_image')
      expect(given?.args).toEqual({ node: 'n18', content: 'if8=' })
    })
    act(() => useWorkspace.getState().setDialog(undefined))
  })
})

describe('actions', () => {
  it('removes the selection and restores it with undo', async () => {
    const bridge = await open()
    act(() => useSelection.getState().select(['n18']))
    fireEvent.keyDown(screen.getByRole('application'), { key: 'Delete' })
    await waitFor(() => expect(bridge.story.nodes.has('n18')).toBe(false))
    expect(await screen.findByText(/Deleted “A discarded opening”/)).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
    await waitFor(() => expect(bridge.story.nodes.has('n18')).toBe(true))
    expect(await screen.findByText('Undone: delete')).toBeTruthy()
  })

  it('enables undo and redo only when there is a step', async () => {
    await open()
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
    const [undo, redo] = [button('Undo'), button('Redo')]
    await waitFor(() => expect([undo.disabled, redo.disabled]).toEqual([true, true]))
    act(() => useSelection.getState().select(['n18']))
    fireEvent.keyDown(screen.getByRole('application'), { key: 'Delete' })
    await waitFor(() => expect(undo.disabled).toBe(false))
    fireEvent.click(undo)
    await waitFor(() => expect([undo.disabled, redo.disabled]).toEqual([true, false]))
  }, 15_000)

  it('shows the error message of a rejected call', async () => {
    const bridge = await open()
    act(() => useSelection.getState().select(['n18']))
    bridge.story.nodes.delete('n18')
    fireEvent.keyDown(screen.getByRole('application'), { key: 'Delete' })
    expect(await screen.findByText('there is no node “n18”')).toBeTruthy()
  })

  it('ignores letter shortcuts while typing', async () => {
    const bridge = await open()
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await userEvent.type(await screen.findByRole('combobox'), 'nN+')
    expect(writes(bridge)).toEqual([])
    expect(screen.queryByLabelText('Title of the new card')).toBeNull()
  })
})

describe('the palette', () => {
  it('opens a node by part of its title', async () => {
    await open()
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await userEvent.type(await screen.findByRole('combobox'), '楼梯{Enter}')
    expect([...useSelection.getState().nodes]).toEqual(['n06'])
  })

  it('changes the language of the whole window', async () => {
    await open()
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
    await userEvent.type(await screen.findByRole('combobox'), '简体{Enter}')
    expect(await screen.findByRole('tree', { name: '大纲' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-CN')
  })
})

describe('the outline', () => {
  it('moves through the story by keyboard and selects on the map', async () => {
    await open()
    const tree = screen.getByRole('tree')
    act(() => tree.focus())
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(tree, { key })
    expect([...useSelection.getState().nodes]).toEqual(['n04'])
    fireEvent.keyDown(tree, { key: 'ArrowLeft' })
    fireEvent.keyDown(tree, { key: 'ArrowDown' })
    expect([...useSelection.getState().nodes]).toEqual(['n03'])
  })
})

describe('the story', () => {
  it('is renamed in place', async () => {
    const bridge = await open()
    // Where nothing is laid out, a pointer is on the edge of every panel, so only keys are pressed.
    fireEvent.click(screen.getByRole('button', { name: bridge.story.title }))
    const field = screen.getByRole('textbox', { name: 'Title of the story' })
    fireEvent.change(field, { target: { value: 'The singing glass' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(bridge.story.title).toBe('The singing glass'))
    await screen.findByRole('button', { name: 'The singing glass' })
    await waitFor(() => expect(document.title).toBe('The singing glass — Storyteller'))
  })

  it('restores the last view and the last panel, but not a playthrough', async () => {
    await open()
    act(() => useWorkspace.getState().setView('bible'))
    act(() => useWorkspace.getState().setPanel('history', true))
    const kept = localStorage.getItem('storyteller-panels') ?? ''
    cleanup()
    act(() => useWorkspace.getState().setView('map'))
    act(() => useWorkspace.getState().setPanel('inspector', true))
    localStorage.setItem('storyteller-panels', kept)
    render(<App bridge={new FakeBridge()} />)
    await waitFor(() => expect(useWorkspace.getState().view).toBe('bible'))
    const { sides } = useWorkspace.getState()
    act(() => useWorkspace.getState().setColumns(sides, ['play']))
    expect(useWorkspace.getState().shown.right).toBe('history')
    act(() => useWorkspace.getState().setPanel('play', true))
    act(() => useWorkspace.getState().setColumns(sides, ['play']))
    expect(useWorkspace.getState().shown.right).toBe('inspector')
    localStorage.clear()
    cleanup()
  })
})
