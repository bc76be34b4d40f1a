/** The panel of variables: listed with their uses, renamed in place. */

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { FakeError, type FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useSelection } from '../../document'
import { VariablesPanel } from '.'

beforeAll(setUpDom)

const gold = { variable: 'gold', values: ['3', 'gold - 2'], set: 2, read: 1 }
const lamp = { variable: 'lamp', values: [], set: 0, read: 1 }
const use = {
  node: { id: 'n01', title: 'Harbor' },
  place: 'condition',
  edge: 'e01',
  label: 'Pay',
  source: 'gold >= 2',
  sets: false,
  reads: true,
}
const list: FakeTool = ({ args }) => ({
  count: 2,
  variables: args.variable ? [{ ...gold, uses: [use] }] : [gold, lamp],
  may_have_others: false,
})

test('variables are listed with their values, and each use leads to its scene', async () => {
  const { user } = await renderWithStory(<VariablesPanel />, { tools: { list_variables: list } })
  const row = await screen.findByRole('button', { name: /^gold/ })
  expect(row.textContent).toContain('3, gold - 2')
  screen.getByText('never set')
  await user.click(row)
  const place = await screen.findByRole('button', { name: /^Harbor/ })
  expect(place.textContent).toBe('Harbor“Pay” · reads itgold >= 2')
  expect(await a11yViolations()).toEqual([])
  await user.click(place)
  expect([...useSelection.getState().nodes]).toEqual(['n01'])
  await user.click(row)
  expect(screen.queryByRole('button', { name: /^Harbor/ })).toBeNull()
})

test('a variable gets another name, and a refusal says why', async () => {
  let isTaken = true
  const { user, calls } = await renderWithStory(<VariablesPanel />, {
    tools: {
      list_variables: list,
      rename_variable: () => {
        if (isTaken)
          throw new FakeError('INVALID_ACTION_INPUT', 'there is a variable "lamp" already')
        return { variable: 'coins', before: 'gold', count: 3, nodes: 2 }
      },
    },
  })
  const row = (await screen.findByRole('button', { name: /^gold/ })).closest('li') as HTMLElement
  const rename = async (name: string) => {
    await user.click(within(row).getByRole('button', { name: 'Rename “gold”' }))
    const field = within(row).getByRole('textbox', { name: 'New name of “gold”' })
    await user.clear(field)
    await user.type(field, `${name}{Enter}`)
  }
  await rename('lamp')
  await within(row).findByText(/already/)
  isTaken = false
  await rename('coins')
  await waitFor(() => expect(within(row).queryByText(/already/)).toBeNull())
  await rename('gold')
  expect(calls('rename_variable')).toEqual([
    { variable: 'gold', new_name: 'lamp' },
    { variable: 'gold', new_name: 'coins' },
  ])
})

test('a story without variables says where they come from', async () => {
  await renderWithStory(<VariablesPanel />, {
    tools: { list_variables: () => ({ count: 0, variables: [], may_have_others: false }) },
  })
  await screen.findByText('No variables yet')
  screen.getByText(/^Effects of scenes and choices/)
})
