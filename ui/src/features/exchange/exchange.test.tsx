/** What a file does to the story, and what of the story goes into a file. */

import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { useDesk } from '../../actions'
import type { FakeTool } from '../../bridge/fake'
import { barriers, furnish, stage } from '../../cards/testing/stage'
import { ExportDialog, ImportDialog } from '.'

beforeAll(furnish)

const formats = [
  { format: 'json', title: 'Storyteller JSON', extensions: ['json'] },
  { format: 'twee', title: 'Twee 3', extensions: ['twee'] },
]
const tools: Record<string, FakeTool> = {
  list_formats: () => ({ imports: formats, exports: formats }),
  export_story: () => ({
    extension: 'json',
    encoding: 'text',
    bytes: 2,
    losses: [],
    content: '{}',
  }),
  import_story: () => ({ nodes: 3, links: 2, assets: 0, first: [], warnings: [] }),
}

test('a file is added to the story, or takes its place when that is wanted', async () => {
  const { user, calls } = await stage(<ImportDialog />, { tools })
  const file = { file_name: 'a.json', content: '{}', encoding: 'text' as const }
  act(() => useDesk.getState().offerFile(file))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Replace this story' }))
  dialog.getByText(/takes the place of what is here/)
  expect(await barriers()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText(/The story is now the file: 3 nodes/)
  expect(calls('import_story')).toEqual([{ ...file, mode: 'replace' }])
})

test('the history goes along where the format has a place for it', async () => {
  const { user, calls } = await stage(<ExportDialog />, { tools })
  act(() => useDesk.getState().setDialog('export'))
  await user.click(await screen.findByRole('checkbox', { name: /With its history/ }))
  await waitFor(() =>
    expect(calls('export_story')).toEqual([{ format: 'json' }, { format: 'json', history: true }]),
  )
  await user.selectOptions(screen.getByRole('combobox'), 'twee')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await waitFor(() => expect(calls('export_story').at(-1)).toEqual({ format: 'twee' }))
})
