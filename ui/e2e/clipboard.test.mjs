/** Copying nodes from one story to another through the system's clipboard. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, newStory, openSample, until } from './helpers.mjs'

let here
let first
let second
before(async () => {
  here = await startProgram()
  first = await here.open()
  second = await here.open()
  await openSample(first)
  await newStory(second, 'Elsewhere')
  for (const page of [first, second])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
after(() => here.close())

const map = (page) => page.getByRole('application')
const titles = async (page) =>
  page.getByRole('treeitem').evaluateAll((all) => all.map((it) => it.ariaLabel))

async function choose(page, ...names) {
  await entry(page, names[0]).click()
  for (const name of names.slice(1)) await entry(page, name).click({ modifiers: ['Control'] })
}

test('copied nodes are pasted into another story with their text and links, in one step', async () => {
  await first.bringToFront()
  await choose(first, 'Gangway', 'Engine Room', 'Upper Deck')
  await first.keyboard.press('Control+c')
  await until('the copy', () =>
    first.evaluate(async () => (await navigator.clipboard.readText()).includes('# Engine Room')),
  )
  await second.bringToFront()
  await map(second).focus()
  await second.keyboard.press('Control+v')
  await entry(second, 'Engine Room').waitFor()
  await entry(second, 'Gangway').click()
  const text = second.getByRole('textbox', { name: 'Text of Gangway' })
  await until('its text', async () => (await text.textContent()).includes('slick and shorter'))
  assert.ok((await titles(second)).includes('Upper Deck'))
  await second.getByRole('button', { name: 'Undo' }).click()
  await until('nothing is left', async () => (await second.getByRole('treeitem').count()) === 0)
})

test('a cut node moves to the other story, and undo brings it back', async () => {
  await first.bringToFront()
  await entry(first, 'Still to decide').click()
  await first.keyboard.press('Control+x')
  await entry(first, 'Still to decide').waitFor({ state: 'detached' })
  await second.bringToFront()
  await map(second).focus()
  await second.keyboard.press('Control+v')
  await entry(second, 'Still to decide').waitFor()
  await first.bringToFront()
  await first.getByRole('button', { name: 'Undo' }).click()
  await entry(first, 'Still to decide').waitFor()
})

test('text of another program becomes a node for each heading', async () => {
  await second.bringToFront()
  await second.evaluate(() => navigator.clipboard.writeText('# Dawn\n\nGrey.\n\n# Noon\n\nWhite.'))
  await map(second).focus()
  await second.keyboard.press('Control+v')
  await entry(second, 'Dawn').waitFor()
  await entry(second, 'Noon').waitFor()
})

test('a forged clipboard payload is rejected with a reason', async () => {
  await second.bringToFront()
  const before = await titles(second)
  await second.evaluate(() => {
    const file = {
      format: 'storyteller-story',
      version: 1,
      id: 'x',
      title: '',
      nodes: [{}],
      edges: [],
    }
    const html = `<div data-storyteller="${btoa(JSON.stringify(file))}"><script>alert(1)</script></div>`
    const data = new DataTransfer()
    data.setData('text/html', html)
    const pasted = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    })
    document.querySelector('[role="application"]').dispatchEvent(pasted)
  })
  await second
    .getByText(/this is not Storyteller JSON|cannot be/i)
    .first()
    .waitFor()
  assert.deepEqual(await titles(second), before)
})
