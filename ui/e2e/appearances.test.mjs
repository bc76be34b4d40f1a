/** Who is where: seen in a grid, opened at the place, and kept beside the text on a second page. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, look, newStory, until } from './helpers.mjs'

const SCENES = [
  ['Quay', 'Anna waits for the last ferry. Nobody else does.'],
  ['Deck', 'The deck is empty.'],
  ['Hold', 'There is Anna. “Anna!”'],
]

let program
let page
let file
before(async () => {
  program = await startProgram()
  page = await program.open()
  await newStory(page, 'Crossing')
  ;[file] = await program.stories()
  program.command('create_node', file, '--title', 'Anna', '--kind', 'character')
  program.command('write_text', file, '--node', 'Anna', '--text', 'Night nurse, on her way home.')
  for (const [title, text] of SCENES)
    program.command('create_node', file, '--title', title, '--text', text)
  await entry(page, 'Hold').waitFor()
})
after(async () => {
  await program?.close()
  assert.deepEqual(program?.faults ?? [], [])
})

test('a character stays on the second page while the scenes it appears in are opened and written', async () => {
  await entry(page, 'Anna').click()
  await page.keyboard.press('Control+Alt+Enter')
  const second = page.getByRole('region', { name: 'Second page' })
  await second.getByRole('heading', { name: 'Anna' }).waitFor()

  await page.getByRole('radio', { name: 'Bible' }).click()
  await page.getByRole('radio', { name: 'Who is where' }).click()
  const hold = page.getByRole('button', { name: 'Anna in “Hold”: named 2 times' })
  await hold.waitFor()
  await look(page, 'appearances')
  await page.getByRole('button', { name: 'Anna in “Quay”: named once' }).focus()
  // Down past a scene without her.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await until('the mark below', () => hold.evaluate((it) => it === document.activeElement))
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Text of Hold' })
  await text.waitFor()
  await until('the name', () => page.evaluate(() => getSelection().toString() === 'Anna'))
  await look(page, 'second-page')

  // Both are written in, each in its own place.
  await page.keyboard.type('Lin')
  await second.getByRole('textbox', { name: 'Text of Anna' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Sleepy.')
  await until('both texts', () => {
    const read = (node) => program.command('read_text', file, '--node', node)
    return /Lin\. “Anna!”/.test(read('Hold')) && /Sleepy/.test(read('Anna'))
  })
  // What is no longer named is no longer counted.
  await page.getByRole('button', { name: 'Anna in “Hold”: named once' }).waitFor()
})

test('a small window shows one of the two, and a wide page gives way to the second one', async () => {
  await page.getByRole('radio', { name: 'Map' }).click()
  const second = page.getByRole('region', { name: 'Second page' })
  const scene = page.getByRole('region', { name: 'Scene' })
  await page.setViewportSize({ width: 1200, height: 800 })
  const both = async () => (await second.isVisible()) && (await scene.isVisible())
  await until('both, the page no wider than there is space', both)
  await page.setViewportSize({ width: 1000, height: 800 })
  await until('one of them', async () => (await second.isVisible()) !== (await scene.isVisible()))
  await page.setViewportSize({ width: 1400, height: 900 })
  await until('both', both)
  await second.getByRole('button', { name: 'Take “Anna” off this page' }).click()
  await second.getByText('No card here yet').waitFor()
  await second.getByRole('combobox', { name: 'Show a card…' }).fill('quay')
  await page.keyboard.press('Enter')
  await second.getByRole('heading', { name: 'Quay' }).waitFor()
  await page.reload()
  await second.getByRole('heading', { name: 'Quay' }).waitFor()
})
