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

async function openStatistics() {
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Statistics')
  await page
    .getByRole('option', { name: /statistics/ })
    .first()
    .click()
  return page.getByRole('region', { name: 'Statistics' })
}

test('statistics follow the story, and a path can be shown and played from them', async () => {
  const figures = await openStatistics()
  // Fog, you are rich: four; three Chinese characters and a link within its line; three above.
  const words = figures.getByRole('definition').first()
  await until('the words', async () => (await words.textContent()) === '11')
  assert.deepEqual(await violations(page, '[aria-label=Statistics]'), [])
  const [file] = await here.stories()
  here.command('append_text', file, '--node', 'Attic', '--text', 'Not <<print 5>> yet.')
  await until('two words more', async () => (await words.textContent()) === '13')
  // What was imported is no writing; the two words are.
  await figures.getByText(/words came from files/).waitFor()
  const days = figures.getByRole('list', { name: 'Writing by day' }).getByRole('img')
  await until('the words of today', async () => {
    return /: 2 words$/.test((await days.last().getAttribute('aria-label')) ?? '')
  })
  await entry(page, 'Attic').click()
  await page.getByText('5 words').first().waitFor({ state: 'attached' })
  await figures.getByRole('button', { name: 'Show on the map: Shortest read-through' }).click()
  await page.getByText('2 cards selected').waitFor({ state: 'attached' })
  await figures.getByRole('button', { name: 'Play: Shortest read-through' }).click()
  const play = page.getByRole('region', { name: 'Play' })
  await play.getByRole('article').getByRole('heading', { name: 'Hall' }).waitFor()
})

test('test readers show how the story is read, on the map too, and a reading of theirs is played', async () => {
  const figures = await openStatistics()
  await figures.getByRole('button', { name: 'Let 1,000 readers play' }).click()
  await figures.getByRole('button', { name: 'Let 1,000 others play' }).waitFor()
  const found = figures.getByRole('heading', { name: /^Endings they found/ })
  const endings = found.locator('xpath=following-sibling::ul[1]')
  await endings.getByText('100%').waitFor()
  assert.deepEqual(await violations(page, '[aria-label=Statistics]'), [])
  await figures.getByRole('button', { name: 'Color the map by readers' }).click()
  await page.getByText('100% of readers').waitFor()
  await page.getByRole('button', { name: 'Color cards by test readers' }).click()
  await endings.getByRole('button', { name: /^Play: / }).click()
  await page
    .getByRole('region', { name: 'Play' })
    .getByText(/The end|No choices from here/)
    .waitFor()
})
