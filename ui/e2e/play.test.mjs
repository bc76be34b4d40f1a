/**
 * End-to-end tests of playing: in the window while the story is edited, and in the exported page.
 */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startProgram, violations } from './harness.mjs'
import { entry, openSample, story, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await openSample(page)
})
after(() => here.close())

const play = () => page.getByRole('region', { name: 'Play' })
const title = () => play().getByRole('article').getByRole('heading')
const way = () => play().getByRole('navigation', { name: 'Path so far' }).getByRole('button')
const arrived = (wanted) => until(wanted, async () => (await title().textContent()) === wanted)

test('play starts at any node, continues by keyboard and goes back to any step', async () => {
  await entry(page, 'Gangway').click()
  await page.keyboard.press('p')
  await arrived('Gangway')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrived('Engine Room')
  await page.keyboard.press('1')
  await until('a third page', async () => (await way().count()) === 3)
  await page.keyboard.press('Backspace')
  await arrived('Engine Room')
  await way().first().click()
  await arrived('Gangway')
  await page.keyboard.press('1')
  await arrived('Engine Room')
})

test('the path is replayed after each edit and shows where it breaks', async () => {
  const [file] = await here.stories()
  here.command('append_text', file, '--node', 'Engine Room', '--text', 'Somebody hums.')
  await play().getByText('Somebody hums.').waitFor()
  assert.equal(await way().count(), 2)
  here.command(
    'update_link',
    file,
    '--from',
    'Gangway',
    '--to',
    'Engine Room',
    '--condition',
    'oil > 3',
  )
  const status = play().getByRole('status')
  await status
    .getByText(/“Go down to the engine room” at “Gangway” is no longer available \(step 1\)/)
    .waitFor()
  await play().getByText('Needs oil > 3, oil isn’t set').waitFor()
  here.command('remove_link', file, '--from', 'Gangway', '--to', 'Engine Room')
  await status
    .getByText(/“Gangway” no longer has the choice “Go down to the engine room”/)
    .waitFor()
  here.command('undo', file)
  here.command('undo', file)
  await arrived('Engine Room')
  assert.equal(await status.count(), 0)
})

test('a play state is selected, edited, saved under a name and used as a start', async () => {
  await play()
    .getByRole('textbox', { name: /With variables/ })
    .fill('oil = 4; name = "Neo"')
  await page.keyboard.press('Enter')
  await arrived('Gangway')
  const oil = play().getByRole('textbox', { name: 'Value of oil' })
  await until('the oil', async () => (await oil.inputValue()) === '4')
  await oil.fill('7')
  await page.keyboard.press('Enter')
  await way().getByText('oil = 7').waitFor()
  await play().getByRole('textbox', { name: 'Bookmark name' }).fill('Oiled')
  await page.keyboard.press('Enter')
  await play().getByRole('button', { name: 'From the beginning' }).click()
  await arrived('The Ticket Window')
  await page.reload()
  await entry(page, 'Gangway').waitFor()
  if ((await play().count()) === 0) await page.keyboard.press('Control+Alt+p')
  await play().getByRole('button', { name: 'Oiled', exact: true }).click()
  await until('the kept oil', async () => (await oil.inputValue()) === '7')
  assert.equal(await title().textContent(), 'Gangway')
  await play()
    .getByRole('button', { name: /Start right at “Oiled”/ })
    .click()
  await until('only its node', async () => (await way().first().textContent()) === 'Gangway')
  await until('the oil again', async () => (await oil.inputValue()) === '7')
})

test('the exported page is played and tested by keyboard', async () => {
  await story(page, /^Export/)
  const dialog = page.getByRole('dialog')
  const format = dialog.getByRole('combobox', { name: 'Format', exact: true })
  await format.selectOption({ label: 'Playable web page (.html)' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const file = join(here.home, 'ferry.html')
  await (await download).saveAs(file)

  const reader = await here.open({ address: pathToFileURL(file).href })
  const writer = reader.getByRole('complementary', { name: 'Writer’s view' })
  const scene = reader.getByRole('article').getByRole('heading')
  assert.equal(await scene.textContent(), 'The Ticket Window')
  assert.equal(await writer.count(), 0)
  await reader.keyboard.press('w')
  await writer.getByRole('searchbox').fill('gangw')
  await reader.keyboard.press('Enter')
  await until('Gangway', async () => (await scene.textContent()) === 'Gangway')
  await reader.keyboard.press('1')
  await until('Engine Room', async () => (await scene.textContent()) === 'Engine Room')
  await writer.getByRole('textbox', { name: /^Set one/ }).fill('oil = 7')
  await reader.keyboard.press('Enter')
  await writer.getByRole('textbox', { name: 'Name of this state' }).fill('Oiled')
  await reader.keyboard.press('Enter')
  await writer.getByRole('button', { name: 'Oiled', exact: true }).waitFor()
  await writer.getByRole('button', { name: 'At the start' }).click()
  await until('the start', async () => (await scene.textContent()) === 'The Ticket Window')
  await reader.reload()
  await writer.getByRole('button', { name: 'Oiled', exact: true }).click()
  await until('the state', async () => (await scene.textContent()) === 'Engine Room')
  assert.equal(await writer.getByRole('textbox', { name: 'Value of oil' }).inputValue(), '7')
  assert.deepEqual(await violations(reader), [])
  const steps = writer.getByRole('listitem').getByRole('button')
  await steps.first().focus()
  await reader.keyboard.press('Enter')
  await until('the first step', async () => (await scene.textContent()) === 'Gangway')
  await reader.keyboard.press('w')
  assert.equal(await writer.count(), 0)
})
