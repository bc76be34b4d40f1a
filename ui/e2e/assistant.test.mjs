/** End-to-end tests of the assistant with the built-in command reader, which needs no network. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, openSample, panel, say, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await openSample(page)
})
after(() => here.close())

const attribute = (key) => page.getByLabel(`Value of ${key}`, { exact: true })

async function freely(word) {
  await panel(page, 'assistant')
  await page.getByRole('button', { name: /^How it works/ }).click()
  await page
    .getByRole('menuitem', { name: word })
    .or(page.getByRole('menuitemradio', { name: word }))
    .click()
}

test('one plain instruction runs several calls and is undone in one step', async () => {
  await entry(page, 'Thomas Anderson').click()
  await freely(/^Apply/)
  await panel(page, 'inspector')
  const picture = page.getByRole('region', { name: 'Picture' }).getByRole('img').first()
  const address = () => picture.getAttribute('src')
  await picture.waitFor()
  const former = await address()
  await panel(page, 'assistant')
  const turn = await say(page, 'Rename the hero to Neo and make a portrait')
  await turn.getByRole('img', { name: 'Done' }).first().waitFor()
  await until('the name', async () => (await attribute('Name').inputValue()) === 'Neo')
  await panel(page, 'inspector')
  await until('another picture', async () => (await address()) !== former)
  await panel(page, 'assistant')
  await turn.getByRole('button', { name: 'Undo all of this' }).click()
  await until('the old name', async () => (await attribute('Name').inputValue()) !== 'Neo')
  await panel(page, 'inspector')
  await until('the former picture', async () => (await address()) === former)
})

test('in review mode a change waits, can be adopted for one node, and undone', async () => {
  await freely(/^Review/)
  await entry(page, 'Thomas Anderson').click()
  await say(page, 'Set the age to 50')
  const draft = page.getByRole('region', { name: /change to review$/ })
  await draft.waitFor()
  // A draft being viewed stays in view, whatever is opened over it.
  await draft.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByRole('region', { name: 'Draft' }).waitFor()
  await page.keyboard.press('Control+,')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Bible' }).click()
  await page.getByText('You’re viewing a draft.').waitFor()
  await page
    .getByRole('region', { name: 'Bible' })
    .getByRole('button', { name: 'Back to the story' })
    .click()
  await page.getByRole('radio', { name: 'Map' }).click()
  const [file] = await here.stories()
  assert.ok(!here.command('read_node_kv', file, '--node', 'Thomas Anderson').includes('50'))
  await draft
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await until('the age', async () => (await attribute('Age').inputValue()) === '50')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await until('the old age', async () => (await attribute('Age').inputValue()) === '37')
})

test('a question is answered in the conversation', async () => {
  await freely(/^Ask/)
  const turns = page.getByRole('article')
  const before = await turns.count()
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill('Set the age to 51')
  await page.keyboard.press('Enter')
  await until('a turn', async () => (await turns.count()) > before)
  await turns
    .last()
    .getByRole('button', { name: /^(Yes|Approve|Do it)/ })
    .first()
    .click()
  await until('the age', async () => (await attribute('Age').inputValue()) === '51')
})

test('a slash command runs at once and can be undone', async () => {
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill('/rename_node Neo')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send' }).click()
  await entry(page, 'Neo').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await entry(page, 'Thomas Anderson').waitFor()
})

test('completions cover the conversation, and the input field does not move', async () => {
  const field = page.getByRole('textbox', { name: 'Message to the assistant' })
  const before = await field.boundingBox()
  await field.fill('/')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await list.waitFor()
  const [after, over] = [await field.boundingBox(), await list.boundingBox()]
  assert.deepEqual(after, before)
  assert.ok(over.y + over.height <= after.y)
  assert.ok(over.y >= 0)
  await field.fill('')
})

test('the history aligns times in one column, and omits the author if there is only one', async () => {
  await panel(page, 'history')
  const times = page.getByRole('region', { name: 'History' }).locator('li time')
  await times.first().waitFor()
  const rights = await times.evaluateAll((all) =>
    all.map((it) => Math.round(it.getBoundingClientRect().right)),
  )
  assert.ok(rights.length > 2)
  assert.equal(new Set(rights).size, 1)
  await panel(page, 'assistant')
})

test('Chinese instructions are understood too', async () => {
  await freely(/^Apply/)
  await entry(page, 'Lin Mei').click()
  await say(page, '把年龄改成 42')
  await until('the age', async () => (await attribute('Age').inputValue()) === '42')
})

test('a conversation is found by what was said in it, renamed, and deleted from the file', async () => {
  await panel(page, 'assistant')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await say(page, 'Add a note called "Marmalade"')
  await page.getByRole('button', { name: 'Earlier conversations' }).click()
  await page.getByRole('menuitem', { name: 'All conversations…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conversations' })
  await dialog.getByRole('searchbox').fill('marmalade')
  const row = dialog.getByRole('listitem')
  await until('one conversation', async () => (await row.count()) === 1)
  await row.getByRole('button', { name: /^Rename/ }).click()
  await page.keyboard.type('Breakfast')
  await page.keyboard.press('Enter')
  await row.getByRole('button', { name: 'Delete “Breakfast”' }).click()
  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('No conversation contains these words.').waitFor()
  await page.keyboard.press('Escape')
  const [file] = await here.stories()
  assert.doesNotMatch(here.command('list_threads', file, '--json'), /Breakfast/)
  await entry(page, 'Marmalade').waitFor()
})

test('a copy without history has the story and no conversation', async () => {
  const before = await here.stories()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Save a copy without')
  await page.keyboard.press('Enter')
  await page.getByText(/^Saved a copy:/).waitFor()
  const [copy] = (await here.stories()).filter((it) => !before.includes(it))
  assert.match(here.command('list_threads', copy, '--json'), /"threads":\[\]/)
  assert.match(here.command('read_node_kv', copy, '--node', 'Thomas Anderson'), /Name/)
})
