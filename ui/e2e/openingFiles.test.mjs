/** Files and folders given to the welcome screen: stories of other programs are imported. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, story } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await page.getByRole('button', { name: /^New story/ }).waitFor()
})
after(() => here.close())

/** Drops a file with this name and text on the page, as from a file manager. */
async function drop(name, text) {
  const dataTransfer = await page.evaluateHandle(
    ([called, words]) => {
      const carried = new DataTransfer()
      carried.items.add(new File([words], called, { type: 'text/plain' }))
      return carried
    },
    [name, text],
  )
  const main = page.getByRole('main')
  for (const event of ['dragenter', 'dragover', 'drop'])
    await main.dispatchEvent(event, { dataTransfer })
}

test('an unreadable file is rejected with a message, and the screen stays', async () => {
  await drop('broken.json', '{"format":"storyteller-story","version":9}')
  await page
    .getByText(/was written by a newer Storyteller/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^New story/ }).waitFor()
})

test('a story file is requested by its path, which a page cannot know', async () => {
  await drop('mine.story', 'SQLite format 3')
  await page.getByRole('textbox', { name: /path/i }).waitFor()
  await page.keyboard.press('Escape')
})

test('a file of another program opens as a story', async () => {
  await drop('harbor.twee', ':: Quay\nFog. [[Go on board->Deck]]\n\n:: Deck\nWind.\n')
  // Import warnings are shown in the story that was created.
  const report = page.getByRole('dialog', { name: 'Imported' })
  await report.getByRole('listitem').filter({ hasText: 'StoryData' }).waitFor()
  await report.getByRole('button', { name: 'Close' }).first().click()
  await entry(page, 'Quay').waitFor()
  await entry(page, 'Deck').click()
  await page.getByRole('textbox', { name: 'Text of Deck' }).waitFor()
})

test('a folder of another program is imported', async () => {
  const vault = await mkdtemp(join(tmpdir(), 'storyteller-vault-'))
  try {
    await mkdir(join(vault, 'Characters'))
    await writeFile(join(vault, 'Quay.md'), 'Fog. [[Deck]]\n')
    await writeFile(join(vault, 'Deck.md'), 'Wind.\n')
    await writeFile(join(vault, 'Characters', 'Anna.md'), 'Tall.\n')
    await writeFile(join(vault, '.hidden.md'), 'Not this.\n')
    await story(page, /^Import/)
    const dialog = page.getByRole('dialog')
    const chosen = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await (await chosen).setFiles(vault)
    await dialog.getByText(/^storyteller-vault-.*\.zip$/).waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog
      .getByText(/3 cards/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await entry(page, 'Anna').waitFor()
  } finally {
    await rm(vault, { recursive: true })
  }
})
