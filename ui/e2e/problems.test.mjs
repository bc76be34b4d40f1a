/** End-to-end tests of problems and statistics. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { entry, importFile, newStory, until } from './helpers.mjs'

const TWEE = `:: Start
Fog. <<if $gold gt 3>>You are rich.<</if>>
[[Go in->Hall]] [[Go on board->hall]]

:: Hall
雾很大。 [[Down->Cellar]]

:: Attic
Nobody comes here.
`

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await newStory(page, 'Faults')
  const buffer = Buffer.from(TWEE)
  const dialog = await importFile(page, { name: 'faults.twee', mimeType: 'text/plain', buffer })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByText(/3 cards/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Attic').waitFor()
})
after(() => here.close())

const problems = () => page.getByRole('region', { name: 'Problems' })

test('a problem is opened, fixed and undone by keyboard', async () => {
  await page.keyboard.press('Control+Shift+M')
  const broken = problems().getByText('“Hall” links to “Cellar”, which doesn’t exist.')
  await broken.waitFor()
  await problems().getByText('Readers who follow it get nowhere.').first().waitFor()
  assert.deepEqual(await violations(page, '[aria-label=Problems]'), [])
  const first = problems().getByRole('listitem').getByRole('button').first()
  await first.focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await until('the broken link', async () => {
    if ((await focused()).includes('“Hall” links to “Cellar”')) return true
    await page.keyboard.press('ArrowDown')
    return false
  })
  await page.keyboard.press('Enter')
  const title = page.getByLabel('Title', { exact: true })
  await until('its node', async () => (await title.inputValue()) === 'Hall')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await entry(page, 'Cellar').waitFor()
  await until('the fault gone', async () => (await broken.count()) === 0)
  assert.notEqual(await focused(), '', 'the keyboard goes on with the next')
  await page.getByRole('button', { name: 'Undo' }).click()
  await broken.waitFor()
})

test('statistics follow the story, and a path can be shown and played from them', async () => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Statistics')
  await page
    .getByRole('option', { name: /statistics/ })
    .first()
    .click()
  const figures = page.getByRole('region', { name: 'Statistics' })
  // Fog, you are rich: four; three Chinese characters and a link within its line; three above.
  const words = figures.getByRole('definition').first()
  await until('the words', async () => (await words.textContent()) === '11')
  assert.deepEqual(await violations(page, '[aria-label=Statistics]'), [])
  const [file] = await here.stories()
  here.command('append_text', file, '--node', 'Attic', '--text', 'Not <<print 5>> yet.')
  await until('two words more', async () => (await words.textContent()) === '13')
  await entry(page, 'Attic').click()
  await page.getByText('5 words').first().waitFor({ state: 'attached' })
  await figures.getByRole('button', { name: 'Show on the map: Shortest read-through' }).click()
  await page.getByText('2 cards selected').waitFor({ state: 'attached' })
  await figures.getByRole('button', { name: 'Play: Shortest read-through' }).click()
  const play = page.getByRole('region', { name: 'Play' })
  await play.getByRole('article').getByRole('heading', { name: 'Hall' }).waitFor()
})
