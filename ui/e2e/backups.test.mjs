/** Stories are backed up by themselves, and one whose file is damaged comes back from its backup. */

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, look, newStory, openText, story, until } from './helpers.mjs'

let program
let page
before(async () => {
  program = await startProgram()
  page = await program.open()
  await newStory(page, 'Crossing')
  const [file] = await program.stories()
  program.command('create_node', file, '--title', 'Quay', '--text', 'Fog on the water.')
  await entry(page, 'Quay').waitFor()
})
after(async () => {
  await program?.close()
  assert.deepEqual(program?.faults ?? [], [])
})

const dialog = (page) => page.getByRole('dialog', { name: 'Backups of “Crossing”' })
const backups = (page) => dialog(page).getByRole('list', { name: 'Backups, newest first' })

test('a backup is taken on request, and opened as a story beside the other', async () => {
  await story(page, /^Backups/)
  await dialog(page).getByText('No backups yet.', { exact: false }).waitFor()
  await dialog(page).getByRole('button', { name: 'Back up now' }).click()
  await backups(page).getByRole('listitem').waitFor()
  await look(page, 'backups')
  await page.keyboard.press('Escape')

  await openText(page, 'Quay')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Gone.')
  await page.getByRole('textbox', { name: 'Text of Quay' }).getByText('Gone.').waitFor()
  await story(page, /^Backups/)
  await backups(page)
    .getByRole('button', { name: /^Open the backup of/ })
    .click()
  await page
    .getByText(/^Crossing 20\d\d-/)
    .first()
    .waitFor()
  await openText(page, 'Quay')
  await page.getByText('Fog on the water.').first().waitFor()
  assert.equal((await program.stories()).length, 2)
})

test('a story that cannot be opened offers its backups', async () => {
  await story(page, /^Close/)
  await page.getByRole('heading', { name: 'Recent stories' }).waitFor()
  const file = (await program.stories()).find((it) => it.endsWith('Crossing.story'))
  // The words were saved, and with the page gone the story is closed and backed up.
  const recent = page.getByRole('button', { name: /^Crossing (?!20)/ })
  await recent.click()
  await entry(page, 'Quay').waitFor()
  await story(page, /^Close/)
  await page.getByRole('heading', { name: 'Recent stories' }).waitFor()
  const bytes = await readFile(file)
  bytes.fill(0x5a, 2000, 60_000)
  await until('the file to be closed', () =>
    writeFile(file, bytes).then(
      () => true,
      () => false,
    ),
  )
  await recent.click()
  await dialog(page).getByText('The story cannot be opened.', { exact: false }).waitFor()
  await look(page, 'backups-needed')
  await backups(page).getByRole('button').first().click()
  await openText(page, 'Quay')
  await page.getByText('Gone.').first().waitFor()
})
