/** End-to-end tests of what keeps a story in order: the tour, tags, goals, names, the table, keys. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { entry, openSample, panel, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
})
after(() => here.close())

const button = (name) => page.getByRole('button', { name })
const clean = async (what) => assert.deepEqual(await violations(page), [], what)

test('the tour goes through its steps, ends with playing, and can be left at any step', async () => {
  await button('Show me around').click()
  const tour = page.getByRole('complementary').filter({ hasText: /Step \d of 5/ })
  await tour.getByText('Step 1 of 5').waitFor()
  await clean('tour')
  for (const step of [2, 3, 4, 5]) {
    await tour.getByRole('button', { name: 'Next' }).click()
    await tour.getByText(`Step ${step} of 5`).waitFor()
  }
  await tour.getByRole('button', { name: 'Play the story' }).click()
  await tour.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'The Ticket Window' }).waitFor()
})

test('the first scene of a story is its start, and one undo takes both back', async () => {
  await page.evaluate(() => sessionStorage.setItem('storyteller-story', ''))
  await page.reload()
  await button(/^New story/).click()
  await page.getByRole('textbox', { name: 'What is it called?' }).fill('Order')
  await button('Create').click()
  await button('Write the first scene').click()
  await page.getByRole('textbox', { name: 'Title of the new card' }).fill('The quay')
  await page.keyboard.press('Enter')
  await entry(page, 'The quay').waitFor()
  const start = page.getByRole('tree').getByTitle('The story starts here')
  await start.waitFor()
  await page.keyboard.press('Escape')
  await button('Undo').click()
  await entry(page, 'The quay').waitFor({ state: 'detached' })
  assert.equal(await start.count(), 0)
})

test('a tag gets its color everywhere, and undo restores the default', async () => {
  await page.evaluate(() => sessionStorage.setItem('storyteller-story', ''))
  await page.reload()
  await openSample(page)
  await panel(page, 'inspector')
  await entry(page, 'Gangway').click()
  const dot = button('Color of the tag “crossing”')
  const color = () => dot.locator('span').evaluate((it) => getComputedStyle(it).backgroundColor)
  const usual = await color()
  await dot.click()
  await page.getByRole('menuitem', { name: 'Red' }).click()
  await until('the color', async () => (await color()) !== usual)
  const chosen = await color()
  const inOutline = entry(page, 'Gangway').getByTitle('crossing').locator('span')
  assert.equal(await inOutline.evaluate((it) => getComputedStyle(it).backgroundColor), chosen)
  await clean('tags')
  await button('Undo').click()
  await until('the usual color', async () => (await color()) === usual)
})

test('a scene and the story have word goals', async () => {
  await button(/Word goal of this scene/).click()
  await page.getByRole('spinbutton', { name: 'Word goal of this scene' }).fill('400')
  await page.keyboard.press('Enter')
  await button(/24 of 400 words/).waitFor()
  await page.getByRole('radio', { name: 'Text' }).click()
  await button(/Word goal of the story/).click()
  await page.getByRole('spinbutton', { name: 'Word goal of the story' }).fill('5000')
  await page.keyboard.press('Enter')
  await button(/of 5,000 words/).waitFor()
  await clean('goals')
  await page.getByRole('radio', { name: 'Map' }).click()
})

test('mentions follow a new title on request, and one undo restores title and text', async () => {
  const [file] = (await here.stories()).filter((it) => /Ferry/.test(it))
  const text = (node) => here.command('read_text', file, '--node', node)
  const old = text('Engine Room')
  assert.match(old, /Lin Mei/)
  await entry(page, 'Lin Mei').click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Captain Wu')
  await page.keyboard.press('Enter')
  await page
    .getByText(/“Lin Mei” is still mentioned/)
    .first()
    .waitFor()
  await button('Change mentions too').click()
  await until('the mentions', () => /Captain Wu/.test(text('Engine Room')))
  await button('Undo').click()
  await entry(page, 'Lin Mei').waitFor()
  assert.equal(text('Engine Room'), old)
})

test('rows and columns can be added to the table, which shows colors of status and tags', async () => {
  await page.getByRole('radio', { name: 'Bible' }).click()
  await page.getByRole('textbox', { name: 'Title of a new row' }).fill('The Harbor')
  await page.keyboard.press('Enter')
  await page.getByRole('grid').getByRole('textbox', { name: 'The Harbor: Aliases' }).waitFor()
  await clean('table')
})

test('all shortcuts are listed, and can be changed', async () => {
  await page.getByRole('radio', { name: 'Map' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('shortcuts')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await clean('keys')
  await button(/^Change the shortcut of View: text/).click()
  await page.keyboard.press('Control+j')
  await button('Change the shortcut of View: text: Ctrl+J').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+j')
  await page.getByRole('radio', { name: 'Text', checked: true }).waitFor()
})
