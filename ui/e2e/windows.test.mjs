/** End-to-end tests with several windows or programs on one story. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, openSample, panel, until } from './helpers.mjs'

let here
let first
let second
before(async () => {
  here = await startProgram()
  first = await here.open()
  await openSample(first)
  second = await here.open()
  await entry(second, 'Thomas Anderson').waitFor()
})
after(() => here.close())

test('a window shows changes from another one and can undo them', async () => {
  await entry(first, 'Thomas Anderson').click()
  await first.getByRole('textbox', { name: 'Title' }).fill('Neo')
  await first.keyboard.press('Enter')
  await entry(second, 'Neo').waitFor()
  await second.getByRole('button', { name: 'Undo' }).click()
  await entry(first, 'Thomas Anderson').waitFor()
})

test('two windows edit one text without losing a word', async () => {
  for (const page of [first, second]) {
    await entry(page, 'Gangway').click()
    await page.getByRole('textbox', { name: 'Text of Gangway' }).click()
  }
  await first.keyboard.press('Control+Home')
  await first.keyboard.type('FIRST ')
  const other = second.getByRole('textbox', { name: 'Text of Gangway' })
  await until('the words of the first', async () => (await other.textContent()).includes('FIRST'))
  await second.keyboard.press('Control+End')
  await second.keyboard.type(' SECOND')
  const mine = first.getByRole('textbox', { name: 'Text of Gangway' })
  await until('the words of both', async () => /FIRST[\s\S]*SECOND/.test(await mine.textContent()))
})

test('a writer whose card is deleted elsewhere is told, and keeps the words', async () => {
  await entry(first, 'Gangway').click()
  await first.getByRole('textbox', { name: 'Text of Gangway' }).click()
  await first.keyboard.press('Control+Home')
  await first.keyboard.type('Kept ')
  const cards = await first.getByRole('treeitem').count()
  const [file] = await here.stories()
  here.command('remove_node', file, '--node', 'Gangway')
  // For a moment it is announced as well as shown.
  const told = first.getByText('“Gangway” was deleted elsewhere while you were writing in it.')
  await told.first().waitFor()
  // What is typed on is no shortcut, such as that for a new card.
  await first.keyboard.type('never noticed')
  assert.equal(await first.getByRole('dialog').count(), 0)
  await first.getByRole('button', { name: 'Show history' }).click()
  await first.getByRole('tabpanel', { name: 'History' }).waitFor()
  here.command('undo', file)
  await entry(first, 'Gangway').waitFor()
  assert.equal(await first.getByRole('treeitem').count(), cards, 'no card was made')
  await panel(first, 'inspector')
  await entry(first, 'Gangway').click()
  const text = first.getByRole('textbox', { name: 'Text of Gangway' })
  await until('the kept words', async () => (await text.textContent()).includes('Kept FIRST'))
})

test('changes by another program appear at once', async () => {
  const [file] = await here.stories()
  here.command('rename_node', file, '林雪', '--node', 'Lin Mei')
  await entry(first, '林雪').waitFor()
  await entry(second, '林雪').waitFor()
})

test('a window reconnects after losing the server', async () => {
  const tree = first.getByRole('tree')
  const before = await tree.getByRole('treeitem').count()
  await first.reload()
  await entry(first, '林雪').waitFor()
  assert.equal(await tree.getByRole('treeitem').count(), before)
})

test('pasting the new address after a restart is enough to continue', async () => {
  await entry(first, 'Gangway').click()
  // Another server may have the port meanwhile; then the page is a new one anyway.
  await first.goto(await here.crash())
  const title = first.getByRole('textbox', { name: 'Title' })
  await entry(first, 'Gangway').waitFor()
  await entry(first, 'Gangway').click()
  await title.fill('Plank')
  await first.keyboard.press('Enter')
  await entry(first, 'Plank').waitFor()
})
