/** The history of a node: author, time and reason; comparing and adopting versions. */

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeError, type FakeTool, fakeNodeTools } from '../../../bridge/fake/fakeBridge'
import { a11yViolations, renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { relativeTime } from '../../../kit'
import { Inspector } from '../Inspector'
import { pairOf, type Version } from './versions'

beforeEach(setUpDom)
afterEach(cleanup)

async function history(node: string, of: string) {
  useSelection.getState().select([node])
  const set = await renderWithStory(<Inspector />)
  await set.user.click(await screen.findByRole('button', { name: `History of ${of}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('list', { name: 'Versions, newest first' })
  return { ...set, dialog }
}

test('each version shows author, time and reason', async () => {
  const { dialog } = await history('n10', 'Text')
  const [newest, second, first] = dialog.getAllByRole('listitem').filter((it) => it.textContent)
  expect(newest?.textContent).toContain('You2 hours agoVersion 3In useedited the text')
  expect(second?.textContent).toContain('AssistantyesterdayVersion 2make it darker')
  expect(first?.textContent).toContain('importer2 days agoVersion 1imported')
  expect(await a11yViolations()).toEqual([])
})

test('the newest is compared with the one before it, word by word', async () => {
  const { dialog, calls } = await history('n10', 'Text')
  await dialog.findAllByRole('insertion')
  expect(calls('compare_versions')).toEqual([{ node: 'n10', capability: 'text', from: 2, to: 3 }])
})

test('a comparison that fails says so, and never that the two are the same', async () => {
  useSelection.getState().select(['n10'])
  const tools = {
    compare_versions: () => {
      throw new FakeError('NOT_FOUND', 'the text of version 2 was dropped', 'choose another')
    },
  }
  const { user } = await renderWithStory(<Inspector />, { tools })
  await user.click(await screen.findByRole('button', { name: 'History of Text' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/the text of version 2 was dropped/)
  expect(dialog.queryByText('No differences.')).toBeNull()
})

test('a failed version list is not shown as empty and can be retried', async () => {
  useSelection.getState().select(['n10'])
  let broken = true
  const usual = fakeNodeTools().list_versions
  const tools: Record<string, FakeTool> = {
    list_versions: (call) => {
      if (broken) throw new FakeError('UNAVAILABLE', 'the file is busy', 'try again')
      return usual?.(call)
    },
  }
  const { user } = await renderWithStory(<Inspector />, { tools })
  await user.click(await screen.findByRole('button', { name: 'History of Text' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/the file is busy/)
  expect(dialog.queryByText(/No versions yet/)).toBeNull()
  broken = false
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByRole('list', { name: 'Versions, newest first' })
})

test('a compacted version is not compared automatically', () => {
  const version = (number: number, compacted = false) => ({ number, compacted }) as Version
  const versions = [version(5), version(4, true), version(3), version(2)]
  expect(pairOf(versions, undefined, undefined)).toEqual({ from: 3, to: 5 })
  expect(pairOf([version(2, true)], undefined, undefined)).toBeUndefined()
})

test('any two versions can be compared', async () => {
  const { dialog, calls, user } = await history('n10', 'Text')
  await user.click(dialog.getByRole('radio', { name: 'Compare from version 1' }))
  await user.click(dialog.getByRole('radio', { name: 'Compare to version 2' }))
  dialog.getByText('Version 1 → 2')
  expect(calls('compare_versions').at(-1)).toEqual({
    node: 'n10',
    capability: 'text',
    from: 1,
    to: 2,
  })
})

test('the previous version can be adopted in the comparison', async () => {
  const { dialog, calls, user, bridge } = await history('n10', 'Text')
  const newest = bridge.story.nodes.get('n10')?.text
  const [adopt, ...others] = dialog.getAllByRole('button', { name: /^Use version/ })
  expect(others).toEqual([])
  await user.click(adopt as HTMLElement)
  expect(calls('adopt_version')).toHaveLength(1)
  await waitFor(() => expect(bridge.story.nodes.get('n10')?.text).not.toBe(newest))
})

test('adopting an earlier version brings its text back', async () => {
  const { dialog, calls, user, bridge } = await history('n10', 'Text')
  await user.click(dialog.getByRole('radio', { name: 'Compare to version 1' }))
  await user.click(dialog.getByRole('button', { name: 'Use version 1' }))
  expect(calls('adopt_version')).toEqual([{ capability: 'text', number: 1, node: 'n10' }])
  expect(bridge.story.nodes.get('n10')?.text).toBe('The ferry comes back at seven. It is the')
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Use version 1' })).toBeNull())
})

test('attributes are compared in a table', async () => {
  useSelection.getState().select(['n11'])
  const { user } = await renderWithStory(<Inspector />)
  await user.type(await screen.findByLabelText('Value of Age'), '5{Enter}')
  await user.click(screen.getByRole('button', { name: 'History of Attributes' }))
  const table = within(await screen.findByRole('table'))
  const cells = table.getAllByRole('row').map((row) => row.textContent)
  expect(cells).toEqual(['FieldBeforeAfter', 'Age34345'])
  expect(await a11yViolations()).toEqual([])
})

test('pictures are shown side by side', async () => {
  useSelection.getState().select(['n14'])
  const { user } = await renderWithStory(<Inspector />)
  const prompt = await screen.findByLabelText('Describe the picture')
  await user.clear(prompt)
  await user.type(prompt, 'a harbor')
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  await user.click(screen.getByRole('button', { name: 'History of Picture' }))
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => expect(dialog.getAllByRole('img')).toHaveLength(2))
})

test.each([
  ['2026-01-01T00:00:00Z', 'en', 'now'],
  ['2025-12-31T23:57:00Z', 'en', '3 minutes ago'],
  ['2025-12-30T23:00:00Z', 'zh', '昨天'],
])('%s is shown in %s as %s', (time, language, expected) => {
  expect(relativeTime(time, Date.parse('2026-01-01T00:00:00Z'), language)).toBe(expected)
})
