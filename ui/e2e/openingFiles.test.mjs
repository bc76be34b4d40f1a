/** Files dropped onto the welcome screen: stories of other programs are imported. */

import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry } from './helpers.mjs'

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
