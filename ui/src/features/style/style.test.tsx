/** The style guide: loaded into a form, edited, and saved as one version. */

import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, type FakeTool } from '../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../cards/testing/renderWithStory'
import { useWorkspace } from '../../state'
import { StyleGuideDialog } from '.'

beforeEach(setUpDom)
afterEach(() => {
  act(() => useWorkspace.getState().setDialog(undefined))
  cleanup()
})

const guide = { version: 2, tense: 'past', rules: ['No dreams.'], samples: ['The lamp went out.'] }

async function opened(tools: Record<string, FakeTool> = {}) {
  const write: FakeTool = ({ args }) => ({ version: 3, ...args })
  const set = await renderWithStory(<StyleGuideDialog />, {
    tools: {
      read_style_guide: () => guide,
      write_style_guide: write,
      list_proposed_rules: () => ({ rules: [] }),
      ...tools,
    },
  })
  act(() => useWorkspace.getState().setDialog('style'))
  await screen.findByRole('textbox', { name: 'Tense' })
  return set
}

test('fields, rules and sample passages are edited together and saved in one call', async () => {
  const { user, calls } = await opened()
  expect(await a11yViolations()).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /^voice/i }), ' dry ')
  await user.clear(screen.getByRole('textbox', { name: 'Tense' }))
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Rule 2' }))
  await user.keyboard('Short sentences.{Enter}')
  // Enter has started a third, which stays empty and is not kept.
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Rule 3' }))
  await user.click(screen.getByRole('button', { name: 'Remove sample passage 1' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(calls('write_style_guide')).toEqual([
    {
      voice: 'dry',
      tense: '',
      person: '',
      language: '',
      spelling: '',
      rules: ['No dreams.', 'Short sentences.'],
      samples: [],
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an error is shown and typed text stays', async () => {
  const refuse: FakeTool = () => {
    throw new FakeError('INVALID_ACTION_INPUT', 'the guide is too long', 'shorten it')
  }
  const { user } = await opened({ write_style_guide: refuse })
  await user.type(screen.getByRole('textbox', { name: /^voice/i }), 'dry')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^voice/i }).value).toBe('dry')
})

test('a guide that is too long for every request cannot be saved', async () => {
  await opened({ read_style_guide: () => ({ ...guide, samples: ['a'.repeat(8001)] }) })
  screen.getByText(/of 8[,.]?000 characters/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('a rule that corrections suggest is accepted into the rules, or rejected', async () => {
  const correction = { node: 'n01', before: 'Suddenly it rained.', after: 'It rained.' }
  const rule = { id: 'r1', rule: 'No “suddenly”.', because: [correction, correction], model: 'm' }
  let rules = [rule, { ...rule, id: 'r2', rule: 'Short sentences.' }].map((it) => ({
    ...it,
    time: '2024-05-01T10:00:00Z',
    rejected: false,
  }))
  const { user, calls } = await opened({
    list_proposed_rules: () => ({ rules }),
    decide_proposed_rule: ({ args }) => {
      rules = rules.filter((it) => it.id !== args.rule)
      return { rules }
    },
  })
  await screen.findByText('No “suddenly”.')
  expect(await a11yViolations()).toEqual([])
  const [accept] = screen.getAllByRole('button', { name: 'Make it a rule' })
  await user.click(accept as HTMLElement)
  await screen.findByDisplayValue('No “suddenly”.')
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  expect(calls('decide_proposed_rule')).toEqual([
    { rule: 'r1', accept: true },
    { rule: 'r2', accept: false },
  ])
  await waitFor(() => expect(screen.queryByText('Short sentences.')).toBeNull())
})
