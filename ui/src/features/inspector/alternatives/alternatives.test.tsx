/** Alternatives of a text: listed, added, adopted, removed, and blended by the assistant. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, type FakeTool } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { usePreparedMessage, useWorkspace } from '../../../state'
import { Inspector } from '../Inspector'
import type { TextShown } from './useAlternative'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
  useSelection.getState().clear()
  usePreparedMessage.setState({ text: undefined })
  useWorkspace.getState().setColumns({ left: [], right: ['inspector', 'assistant'] }, [])
})
afterEach(cleanup)

const node = { id: 'n01', title: 'The night ferry' }

const shown = (name: string | undefined, text: string): TextShown => ({
  ...(name === undefined ? { version: 3 } : { name }),
  capability: 'text',
  text,
  length: { words: text.split(' ').length, characters: text.length },
})

/** The tools on alternatives, over a list of them. */
function fakes(texts: Record<string, string>): Record<string, FakeTool> {
  const kept = new Map(Object.entries(texts))
  const changed = (name: string) => ({
    node,
    capability: 'text',
    name,
    excerpt: kept.get(name) ?? '',
    names: [...kept.keys()],
  })
  const taken: FakeTool = ({ args }) => {
    const name = String(args.name)
    if (!kept.delete(name)) throw new FakeError('NOT_FOUND', `there is no ${name}`)
    return changed(name)
  }
  return {
    list_alternatives: () => ({
      node,
      count: kept.size,
      in_use: kept.size > 0 ? [shown(undefined, 'The last ferry leaves at nine.')] : [],
      alternatives: [...kept].map(([name, text]) => shown(name, text)),
    }),
    keep_alternative: ({ args }) => {
      kept.set(String(args.name), 'The last ferry leaves at nine.')
      return changed(String(args.name))
    },
    write_text: ({ args }) => {
      kept.set(String(args.name), String(args.text))
      const length = { words: 1, characters: 1 }
      return {
        node,
        version: 3,
        alternative: args.name,
        before: length,
        after: length,
        excerpt: '',
      }
    },
    use_alternative: taken,
    remove_alternative: taken,
  }
}

async function looked(texts: Record<string, string>) {
  useSelection.getState().select(['n01'])
  const set = await renderWithStory(<Inspector />, { tools: fakes(texts) })
  await screen.findByLabelText('Title')
  return set
}

const five = {
  storm: 'It begins with a storm.',
  letter: 'It begins with a letter.',
  coins: 'She counts her coins.',
  fog: 'Fog on the quay.',
  captain: '“Nobody goes there,” says the captain.',
}

test('each alternative is listed with its text; one is adopted, another removed', async () => {
  const { user, calls } = await looked(five)
  const list = await screen.findByRole('list', { name: 'Alternatives' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  within(list).getByText('She counts her coins.')
  expect(await a11yViolations()).toEqual([])
  await user.click(within(list).getByRole('button', { name: 'Use “letter”' }))
  expect(calls('use_alternative')).toEqual([{ node: 'n01', name: 'letter', capability: 'text' }])
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4))
  await user.click(within(list).getByRole('button', { name: 'Remove the alternative “fog”' }))
  await waitFor(() => expect(within(list).queryByText('Fog on the quay.')).toBeNull())
})

test('the adopted text and all alternatives are shown side by side, and two can be blended', async () => {
  const { storm, coins } = five
  const { user, calls } = await looked({ storm, coins })
  await user.click(await screen.findByRole('button', { name: 'Side by side' }))
  const dialog = within(screen.getByRole('dialog'))
  const columns = dialog.getAllByRole('listitem')
  expect(columns).toHaveLength(3)
  within(columns[0] as HTMLElement).getByText('The last ferry leaves at nine.')
  const blend = dialog.getByRole<HTMLButtonElement>('button', { name: 'Blend two…' })
  expect(blend.disabled).toBe(true)
  for (const name of ['In use', 'storm', 'coins'])
    await user.click(dialog.getByRole('checkbox', { name: `Blend “${name}” with another` }))
  expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
  await user.click(blend)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(usePreparedMessage.getState().text).toMatch(/blends “storm” with “coins”/)
  expect(calls('send_message')).toEqual([])
})

test('the first alternative is written under a name, or copies the current text', async () => {
  const { user, calls } = await looked({})
  await user.click(screen.getByRole('button', { name: 'Add Alternative' }))
  const form = within(screen.getByRole('region', { name: 'Alternatives' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Alternative 1')
  await user.type(form.getByRole('textbox', { name: /^Text/ }), 'Fog.')
  await user.click(form.getByRole('button', { name: 'Add alternative' }))
  expect(calls('write_text')).toEqual([
    { node: 'n01', name: 'Alternative 1', text: 'Fog.', adopt: false },
  ])
  await screen.findByText('Fog.')
  await user.click(screen.getByRole('button', { name: 'Add an alternative' }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'alternative 1')
  screen.getByText('There’s already an alternative called “alternative 1”.')
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Keep current text' }).disabled,
  ).toBe(true)
  await user.clear(name)
  await user.type(name, 'as it was')
  await user.click(screen.getByRole('button', { name: 'Keep current text' }))
  expect(calls('keep_alternative')).toEqual([{ node: 'n01', name: 'as it was' }])
})
