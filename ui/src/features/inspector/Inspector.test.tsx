/** The inspector: which calls each edit makes, and what each change shows. */

import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, type FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { useNotices, useVisited, useWorkspace } from '../../state'
import { Inspector } from './Inspector'
import { useTrail } from './trail'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  useTrail.setState({ awaited: undefined })
  useVisited.setState({ nodes: [], at: -1 })
  useWorkspace.getState().setColumns({ left: [], right: ['inspector'] }, [])
})
afterEach(cleanup)

async function looked(...nodes: string[]) {
  useSelection.getState().select(nodes)
  const set = await renderWithStory(<Inspector />)
  if (nodes.length === 1) await screen.findByLabelText('Title')
  return set
}

/** The parts of a section by its name. */
function section(name: string) {
  return within(screen.getByRole('region', { name }))
}

function prose(): EditorView {
  const found = EditorView.findFromDOM(screen.getByRole('textbox', { name: /^Text of/ }))
  if (!found) throw new Error('there is no editor')
  return found
}

test('without a selection it explains itself', async () => {
  await looked()
  screen.getByText('Nothing selected')
  expect(await a11yViolations()).toEqual([])
})

test('the title is renamed in place by Enter', async () => {
  const { user, calls } = await looked('n01')
  const title = screen.getByLabelText<HTMLInputElement>('Title')
  await user.clear(title)
  await user.type(title, 'The last ferry{Enter}')
  expect(calls('rename_node')).toEqual([
    { node: 'n01', title: 'The last ferry', rewrite_links: true },
  ])
  await waitFor(() => expect(title.value).toBe('The last ferry'))
})

test('an emptied title is discarded', async () => {
  const { user, calls } = await looked('n01')
  const title = screen.getByLabelText<HTMLInputElement>('Title')
  await user.clear(title)
  await user.tab()
  expect([title.value, calls('rename_node')]).toEqual(['The night ferry', []])
})

test('the kind is chosen from the kinds of the story', async () => {
  const { user, calls } = await looked('n01')
  await user.click(screen.getByRole('button', { name: 'Kind: Scene' }))
  await user.click(screen.getByRole('menuitem', { name: 'Note' }))
  expect(calls('set_node_kind')).toEqual([{ node: 'n01', kind: 'note' }])
  await screen.findByRole('button', { name: 'Kind: Note' })
})

test('a color dot sets the color of the card', async () => {
  const { user, calls } = await looked('n01')
  expect(screen.queryByRole('radio', { name: 'Teal' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add Color' }))
  await user.click(screen.getByRole('radio', { name: 'Teal' }))
  expect(calls('color_nodes')).toEqual([{ nodes: ['n01'], color: '5' }])
  await waitFor(() => {
    expect(screen.getByRole('radio', { name: 'Teal' }).getAttribute('aria-checked')).toBe('true')
  })
})

test('an error is shown below the title', async () => {
  const refused = () => {
    throw new FakeError('CONFLICT', 'the title is taken', 'choose another')
  }
  useSelection.getState().select(['n01'])
  const { user } = await renderWithStory(<Inspector />, { tools: { rename_node: refused } })
  await user.type(await screen.findByLabelText('Title'), '!{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('the title is takenchoose another')
})

test('choices are listed in order, and can be edited, moved and removed', async () => {
  const { user, calls } = await looked('n01')
  const choices = section('Choices')
  expect(
    choices.getAllByLabelText(/^Label of/).map((it) => (it as HTMLInputElement).value),
  ).toEqual(['Talk to the captain', 'Sleep'])
  await user.type(choices.getByLabelText('Label of the choice to Talk to the captain'), '!{Enter}')
  await user.click(
    choices.getByRole('button', { name: 'Move up the choice to Sleep through the crossing' }),
  )
  expect(calls('update_link')).toEqual([
    { from: 'n01', to: 'n02', label: 'Talk to the captain', new_label: 'Talk to the captain!' },
    { from: 'n01', to: 'n03', label: 'Sleep', order: 1 },
  ])
  await user.click(
    choices.getByRole('button', { name: 'Remove the choice to Sleep through the crossing' }),
  )
  expect(calls('remove_link')).toEqual([{ from: 'n01', to: 'n03', label: 'Sleep' }])
  await waitFor(() => expect(choices.getAllByLabelText(/^Label of/)).toHaveLength(1))
})

test('a shortcut makes a choice once-only', async () => {
  const { user, calls } = await looked('n01')
  const name = 'Offer the choice to Talk to the captain only once'
  const once = () => screen.getByRole('button', { name })
  expect(once()).toHaveProperty('ariaPressed', 'false')
  once().focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(once()).toHaveProperty('ariaPressed', 'true'))
  await user.keyboard(' ')
  await waitFor(() => expect(once()).toHaveProperty('ariaPressed', 'false'))
  const link = { from: 'n01', to: 'n02', label: 'Talk to the captain' }
  expect(calls('update_link')).toEqual([
    { ...link, once: true },
    { ...link, once: false },
  ])
})

test('a condition is saved with its choice', async () => {
  const { user, calls } = await looked('n01')
  const field = screen.getByLabelText('Condition of the choice to Talk to the captain')
  await user.type(field, 'has_coin{Enter}')
  expect(calls('update_link')).toEqual([
    { from: 'n01', to: 'n02', label: 'Talk to the captain', condition: 'has_coin' },
  ])
})

test('an effect is saved with its choice, and an invalid one is reported', async () => {
  useSelection.getState().select(['n01'])
  const { user, calls } = await renderWithStory(<Inspector />, {
    tools: { update_link: () => ({ unread: ['the effect, at character 5: nothing follows'] }) },
  })
  const field = await screen.findByLabelText('Effect of the choice to Talk to the captain')
  await user.type(field, 'gold ={Enter}')
  expect(calls('update_link')).toEqual([
    { from: 'n01', to: 'n02', label: 'Talk to the captain', effect: 'gold =' },
  ])
  await screen.findByText(/Kept, but can’t be read: the effect, at character 5/)
})

test('a choice gets another target and keeps its label', async () => {
  const { user, calls } = await looked('n01')
  await user.click(
    screen.getByRole('button', { name: 'Point the choice to Talk to the captain somewhere else' }),
  )
  const field = screen.getByLabelText('New target instead of Talk to the captain')
  await user.type(field, 'morning{Enter}')
  expect(calls('update_link')).toEqual([
    { from: 'n01', to: 'n02', label: 'Talk to the captain', new_to: 'n10' },
  ])
})

test('following a choice shows its target', async () => {
  const { user } = await looked('n01')
  await user.click(screen.getByRole('button', { name: 'Go to Talk to the captain' }))
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Talk to the captain')
  })
  expect(useSelection.getState().focused).toBe('n02')
})

test('a new choice is linked to a node by title', async () => {
  const { user, calls } = await looked('n01')
  await user.type(screen.getByLabelText('New choice'), 'Wait')
  await user.type(screen.getByLabelText('Leads to…'), 'morning{Enter}')
  expect(calls('link_nodes')).toEqual([{ from: 'n01', to: 'n10', label: 'Wait' }])
})

test('a choice with an unknown target creates the node', async () => {
  const { user, calls } = await looked('n01')
  await user.type(screen.getByLabelText('Leads to…'), '甲板')
  await user.click(screen.getByRole('button', { name: 'Add choice and scene' }))
  expect(calls('create_node')).toEqual([{ title: '甲板', after: 'n01', label: '' }])
})

test('a choice with only a label creates a node of that name, and Mod+Enter opens it', async () => {
  const { user, calls } = await looked('n01')
  act(() => prose().focus())
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(document.activeElement).toBe(screen.getByLabelText('New choice'))
  await user.keyboard('Jump{Control>}{Enter}{/Control}')
  expect(calls('create_node')).toEqual([{ title: 'Jump', after: 'n01', label: 'Jump' }])
  const text = await screen.findByRole('textbox', { name: 'Text of Jump' })
  await waitFor(() => expect(document.activeElement).toBe(text))
  await user.click(screen.getByRole('button', { name: 'Back to The night ferry' }))
  await screen.findByRole('textbox', { name: 'Text of The night ferry' })
})

test('arrow keys navigate: right follows a choice, down selects another, left goes back', async () => {
  const { user } = await looked('n01')
  const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
  screen.getByRole('button', { name: 'Go to Talk to the captain' }).focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  await waitFor(() => expect(title()).toBe('Sleep through the crossing'))
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-choice-target')).toBe(true))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(title()).toBe('The night ferry'))
})

test('empty capabilities are chips; choices are directly below the text', async () => {
  await looked('n01')
  const regions = screen.getAllByRole('region').map((it) => it.getAttribute('aria-labelledby'))
  const names = regions.flatMap((id) =>
    id ? (document.getElementById(id)?.textContent ?? []) : [],
  )
  expect(names.slice(0, 2)).toEqual(['Text', 'Choices'])
  const chips = within(screen.getByRole('list', { name: 'What can be added' }))
  expect(chips.getAllByRole('button').map((it) => it.textContent)).toEqual([
    'Picture',
    'Attribute',
    'Play settings',
    'Sound',
    'Color',
    'Tag',
    'Status',
    'Alternative',
    'Summary',
  ])
})

test('incoming links lead back to their source', async () => {
  const { user } = await looked('n04')
  await user.click(section('Leads here').getByRole('button', { name: /Sleep through/ }))
  expect(useSelection.getState().focused).toBe('n03')
})

test('an empty capability can be started', async () => {
  const { user, calls } = await looked('n01')
  await user.click(screen.getByRole('button', { name: 'Add Attribute' }))
  await user.type(section('Attributes').getByLabelText('Attribute'), 'Mood')
  await user.tab()
  await user.keyboard('dark{Enter}')
  expect(calls('update_node_kv')).toEqual([{ node: 'n01', items: [{ k: 'Mood', v: 'dark' }] }])
  await section('Attributes').findByLabelText('Value of Mood')
})

test('changes by the assistant appear in place and keep the cursor', async () => {
  const { bridge } = await looked('n10')
  act(() => prose().dispatch({ selection: { anchor: 9 } }))
  const text = `At last, ${prose().state.sliceDoc()}`
  await act(() => bridge.callAs('assistant', { name: 'write_text', args: { node: 'n10', text } }))
  await waitFor(() => expect(prose().state.sliceDoc()).toBe(text))
  expect(prose().state.selection.main.head).toBe(18)
})

test('a conflicting sentence is shown in both versions until one is chosen', async () => {
  const { bridge, user, calls } = await looked('n10')
  const before = prose().state.sliceDoc()
  act(() => prose().dispatch({ changes: { from: 0, insert: 'Mine: ' }, userEvent: 'input.type' }))
  const theirs = { node: 'n10', text: 'Theirs.' }
  await act(() => bridge.callAs('assistant', { name: 'write_text', args: theirs }))
  const changed = 'This text was changed somewhere else while you were writing.'
  const both = within(await screen.findByRole('region', { name: changed }))
  expect(prose().state.sliceDoc()).toBe(`Mine: ${before}`)
  expect(bridge.story.nodes.get('n10')?.text).toBe('Theirs.')
  const sides = ['Their words', 'Your words'].map(
    (name) => both.getByRole('blockquote', { name }).textContent,
  )
  expect(sides).toEqual(['Theirs.', `Mine: ${before}`])
  expect(await a11yViolations()).toEqual([])

  await user.click(both.getByRole('radio', { name: 'Keep mine' }))
  await user.click(both.getByRole('button', { name: 'Continue with these words' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: changed })).toBeNull())
  expect(calls('write_text')).toEqual([{ node: 'n10', text: `Mine: ${before}`, expected: 4 }])
})

test('keeping their version shows it, and saves nothing', async () => {
  const { bridge, user, calls } = await looked('n10')
  act(() => prose().dispatch({ changes: { from: 0, insert: 'Mine: ' }, userEvent: 'input.type' }))
  const theirs = { node: 'n10', text: 'Theirs.' }
  await act(() => bridge.callAs('assistant', { name: 'write_text', args: theirs }))
  await user.click(await screen.findByRole('radio', { name: 'Keep theirs' }))
  await user.click(screen.getByRole('button', { name: 'Continue with these words' }))
  expect([prose().state.sliceDoc(), calls('write_text')]).toEqual(['Theirs.', []])
})

test('a node removed elsewhere leaves the inspector empty', async () => {
  const { bridge } = await looked('n10')
  await act(() => bridge.callAs('assistant', { name: 'remove_node', args: { node: 'n10' } }))
  await screen.findByText('Nothing selected')
})

test('several nodes are counted and colored together', async () => {
  const { user, calls } = await looked('n01', 'n02', 'n16')
  screen.getByText('3 cards selected')
  screen.getByRole('button', { name: 'Delete' })
  await user.click(screen.getByRole('radio', { name: 'Green' }))
  expect(calls('color_nodes')).toEqual([{ nodes: ['n01', 'n02', 'n16'], color: '4' }])
  expect(await a11yViolations()).toEqual([])
})

test.each(['n01', 'n11', 'n14'])('%s has no accessibility violations', async (id) => {
  await looked(id)
  expect(await a11yViolations()).toEqual([])
})

test('a pasted or dropped picture becomes the picture of the node', async () => {
  const { calls } = await looked('n01')
  const files = [new File([new Uint8Array([137, 80])], 'a.png', { type: 'image/png' })]
  fireEvent.paste(screen.getByLabelText('Title'), { clipboardData: { files, types: ['Files'] } })
  await waitFor(() => expect(calls('add_image')).toEqual([{ node: 'n01', content: 'iVA=' }]))
  const items = [{ kind: 'file', type: 'image/png' }]
  const dataTransfer = { files, items, types: ['Files'] }
  fireEvent.dragOver(screen.getByLabelText('Title'), { dataTransfer })
  fireEvent.drop(screen.getByLabelText('Title'), { dataTransfer })
  await waitFor(() => expect(calls('add_image')).toHaveLength(2))
})

test('renaming updates links in texts in the same step, with a notice', async () => {
  useSelection.getState().select(['n01'])
  const links = [{ node: 'n02', title: 'Quay', count: 2 }]
  const rename: FakeTool = ({ args, story }) => {
    const old = story.nodes.get('n01')
    if (old) story.nodes.set('n01', { ...old, title: String(args.title) })
    return args.rewrite_links ? { links, rewritten: 2 } : { links }
  }
  const { user, calls } = await renderWithStory(<Inspector />, { tools: { rename_node: rename } })
  const title = await screen.findByLabelText<HTMLInputElement>('Title')
  await user.clear(title)
  await user.type(title, 'Gangway{Enter}')
  await waitFor(() =>
    expect(useNotices.getState().notice?.text).toBe('Updated 2 links to the new title, in Quay'),
  )
  expect(calls('rename_node')).toEqual([{ node: 'n01', title: 'Gangway', rewrite_links: true }])
})

test('mentions of the node are reloaded after another node changes', async () => {
  const { bridge, calls } = await looked('n01')
  const before = calls('read_node').length
  await act(() => bridge.callAs('person', { name: 'write_text', args: { node: 'n02', text: 'x' } }))
  await waitFor(() => expect(calls('read_node').length).toBeGreaterThan(before), { timeout: 3000 })
})

test('a group has no field for choices', async () => {
  await looked('n19')
  expect(screen.queryByRole('region', { name: 'Choices' })).toBeNull()
})
