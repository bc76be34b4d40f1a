/**
 * End-to-end tests of rewriting a passage in the editor, by keyboard: the words stream in, are taken in
 * part, and become a version of the text like any other. A server stands for a language model.
 */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, look, openSample, openText, until } from './helpers.mjs'
import { startModel } from './languageModel.mjs'

let here
let page
let model
let file

/** The first sentence that is asked about with two of its words changed. */
function reworded(messages) {
  const passage = messages.at(-1).content.split('The passage:\n').at(-1)
  const words = passage.split(' ')
  words[1] = 'other'
  words[words.length - 2] = 'last'
  return words.join(' ')
}

before(async () => {
  model = await startModel(reworded)
  here = await startProgram({ story: (environment) => model.configure(environment) })
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(async () => {
  model.release()
  await here.close()
  model.close()
})

const box = () => page.getByRole('region', { name: 'Rewrite' })
const stored = () =>
  JSON.parse(here.command('read_text', file, '--node', 'Stay Ashore', '--json')).data.text

/** Opens the scene and selects its first words by keyboard. */
async function selectBeginning() {
  await openText(page, 'Stay Ashore')
  await page.keyboard.press('Control+Home')
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('Control+Shift+ArrowRight')
  return page.evaluate(() => document.getSelection().toString())
}

test('words stream in, one change is left, and the others are a version of the text', async () => {
  const passage = (await selectBeginning()).trim()
  const before = stored()
  assert.ok(before.startsWith(passage), passage)
  await page.keyboard.press('Control+J')
  await box().waitFor()
  await look(page, 'rewrite-choose')
  model.hold('middle')
  await box().getByRole('button', { name: 'Rephrase' }).press('Enter')
  await box()
    .getByText(/ other /)
    .waitFor()
  await look(page, 'rewrite-streaming')
  model.release()
  await box().getByRole('group', { name: 'New words' }).waitFor()
  const changes = box().getByRole('group', { name: 'New words' }).getByRole('button')
  await box().getByRole('checkbox', { name: 'Word by word' }).press('Space')
  await until('two changes', async () => (await changes.count()) >= 2)
  await changes.first().press('Space')
  await look(page, 'rewrite-changes')
  await box().getByRole('button', { name: 'Take these changes' }).press('Enter')
  await until('the new words', () => stored() !== before)
  const words = passage.split(' ')
  words[words.length - 2] = 'last'
  assert.ok(stored().startsWith(words.join(' ')), stored())
  await page.keyboard.press('Control+Z')
  await page.getByRole('img', { name: 'Everything is saved' }).waitFor()
  await until('the old words', () => stored() === before)
})

test('what is being written is stopped, and Escape leaves the text as it is', async () => {
  const before = stored()
  await selectBeginning()
  await page.keyboard.press('Control+J')
  model.hold('middle')
  await box().getByRole('button', { name: 'Shorten' }).press('Enter')
  await box()
    .getByText(/ other /)
    .waitFor()
  await page.keyboard.press('Escape')
  await box().getByRole('button', { name: 'Shorten' }).waitFor()
  await until('no call', async () => {
    const strip = page.getByRole('region', { name: 'In progress' })
    return (await strip.count()) === 0
  })
  model.release()
  await page.keyboard.press('Escape')
  await until('the box gone', async () => (await box().count()) === 0)
  assert.equal(stored(), before)
})

test('a selection by mouse offers rewriting beside it', async () => {
  const text = page.getByRole('textbox', { name: 'Text of Stay Ashore' })
  await text.dblclick({ position: { x: 60, y: 12 } })
  await page.locator('.cm-passage-tasks button').first().click()
  await box().waitFor()
  await page.keyboard.press('Escape')
  await until('the offer gone', async () => (await page.locator('.cm-passage-tasks').count()) === 0)
})

test('without a model that writes it is said plainly', async () => {
  const bare = await startProgram()
  try {
    const other = await bare.open()
    await openSample(other)
    await entry(other, 'Stay Ashore').click()
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: 'Rewrite the selection' }).click()
    const region = other.getByRole('region', { name: 'Write on from here' })
    await region.getByRole('button', { name: 'Continue' }).click()
    await region
      .getByRole('alert')
      .getByText(/no language model is chosen/)
      .waitFor()
  } finally {
    await bare.close()
  }
})
