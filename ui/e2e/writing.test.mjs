/** Journeys of a writer alone: from the first start to a story in somebody else's hands. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { entry, importFile, newStory, openSample, saved, story, until } from './hand.mjs'
import { stage } from './stage.mjs'

let here
let page
before(async () => {
  here = await stage()
})
after(() => here.close())

test('from the first start to an exported story, by hand', async () => {
  page = await here.open()
  await newStory(page, 'The Glass Lighthouse')
  await page.getByRole('button', { name: 'New node', exact: true }).click()
  await page.keyboard.type('The Lamp Room')
  await page.keyboard.press('Enter')
  await entry(page, 'The Lamp Room').click()
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await text.click()
  await page.keyboard.type('The light turns. 灯在转。')
  await page.getByText('6 words').waitFor()
  // A choice to a node that is not there yet makes it.
  await page.getByRole('textbox', { name: 'New choice' }).fill('Go down')
  await page.getByRole('combobox', { name: 'Leads to…' }).fill('The Stairs')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: 'Add choice' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await entry(page, 'The Stairs').waitFor()

  await story(page, /^Export/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'Twee 3 (.twee)' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save the file' }).click()
  const twee = await saved(await download)
  assert.match(twee, /:: The Lamp Room/)
  assert.match(twee, /The light turns\. 灯在转。/)
  assert.match(twee, /Go down(->|\|)The Stairs/)
  await page.keyboard.press('Escape')
})

test('what was exported comes back beside the story, and goes again with one undo', async () => {
  const twee = ':: Start\nA door. [[Knock->Door]]\n\n:: Door\nIt opens.\n'
  const dialog = await importFile(page, {
    name: 'door.twee',
    mimeType: 'text/plain',
    buffer: Buffer.from(twee),
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByText(/2 nodes/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Door').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the imported nodes gone', async () => (await entry(page, 'Door').count()) === 0)
  await entry(page, 'The Lamp Room').waitFor()
})

test('a crash loses no word, and the next start is where one was', async () => {
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await entry(page, 'The Lamp Room').click()
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And again.')
  await page.getByRole('img', { name: 'Everything is saved' }).waitFor()
  const [file] = await here.stories()
  await until('the words on disk', () =>
    here.command('read_text', file, '--node', 'The Lamp Room').includes('And again.'),
  )
  const address = await here.crash()
  const again = await here.open({ address })
  await again.getByRole('heading', { name: 'The Glass Lighthouse', level: 1 }).waitFor()
  await entry(again, 'The Lamp Room').click()
  const kept = again.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await until('the words', async () => (await kept.textContent()).includes('And again.'))
  await page.context().close()
  page = again
})

test('versions are compared, an old one adopted, and that undone', async () => {
  await page.getByRole('button', { name: 'History of Text' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Compare to version 1' }).check()
  await dialog.getByRole('button', { name: 'Adopt version 1' }).click()
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await page.keyboard.press('Escape')
  await until('the older text', async () => !(await text.textContent()).includes('And again.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the newer text', async () => (await text.textContent()).includes('And again.'))
})

test('the story is played from its start to an ending by keyboard', async () => {
  await story(page, /^Close/)
  await openSample(page)
  await page.getByRole('button', { name: 'Play the story' }).click()
  const play = page.getByRole('region', { name: 'Play' })
  const title = play.getByRole('article').getByRole('heading')
  await title.waitFor()
  const seen = new Set()
  await until('an ending', async () => {
    seen.add(await title.textContent())
    const choices = play.getByRole('button', { name: /^\d / })
    const count = await choices.count()
    if (count === 0) return true
    // The last choice leads on, the first may lead back.
    await choices.nth(seen.size % count).focus()
    await page.keyboard.press('Enter')
    return false
  })
  assert.ok(seen.size >= 3, [...seen].join(', '))
})

test('a table of characters is sorted, filtered and changed for several at once', async () => {
  await page.getByRole('radio', { name: 'Bible' }).click()
  const bible = page.getByRole('region', { name: 'Bible' })
  await bible
    .getByRole('combobox', { name: 'Kind', exact: true })
    .selectOption({ label: 'Character' })
  await until('two characters', async () => (await bible.getByRole('row').count()) === 3)
  await bible.getByRole('checkbox', { name: 'Select all rows' }).check()
  const bulk = bible.getByRole('form', { name: '2 rows selected' })
  await bulk.getByLabel('Attribute').fill('Ship')
  await bulk.getByLabel('Value').fill('Perdita')
  await bulk.getByRole('button', { name: 'Set', exact: true }).click()
  await bible.getByRole('textbox', { name: '林梅: Ship' }).waitFor()
  await bible.getByRole('searchbox').fill('轮机')
  await until('one row', async () => (await bible.getByRole('row').count()) === 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(
    'the column gone',
    async () => (await bible.getByRole('textbox', { name: '林梅: Ship' }).count()) === 0,
  )
})
