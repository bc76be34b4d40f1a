/** A story of ten thousand nodes. */

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram, TIMEOUT_MS } from './harness.mjs'
import { entry, until } from './helpers.mjs'

const NODES = 10_000

let here
let page
let file
before(async () => {
  here = await startProgram()
  const passages = Array.from({ length: NODES }, (_, number) => {
    const links = [2 * number + 1, 2 * number + 2].filter((it) => it < NODES)
    const written = links.map((it) => `[[On to ${it}->Scene ${it}]]`).join('\n')
    return `:: Scene ${number}\nThis is scene ${number}.\n${written}\n`
  })
  const data = ':: StoryData\n{"ifid":"6C8E7C0B-6D8B-4A7E-9C9C-2F1B6A0F3C11","start":"Scene 0"}\n'
  file = join(here.home, 'large.twee')
  await writeFile(file, `${data}\n${passages.join('\n')}`)
  page = await here.open()
})
after(() => here.close())

async function bring() {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Import a file/ }).click()
  await (await chosen).setFiles(file)
}

test('import reports progress, and a cancelled import leaves nothing', async () => {
  await bring()
  const importing = page.getByRole('region', { name: 'Importing a file' })
  await importing.getByRole('progressbar').waitFor()
  await importing.getByRole('button', { name: 'Cancel' }).click()
  await importing.waitFor({ state: 'detached' })
  assert.deepEqual(await here.stories(), [])
  await bring()
  // A debug build takes seconds for this many, and a busy machine even longer.
  await entry(page, 'Scene 0').waitFor({ timeout: 4 * TIMEOUT_MS })
})

test('any node can be found, shown and renamed, and the rename undone', async () => {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('Scene 9876')
  await page
    .getByRole('option', { name: /Scene 9876/ })
    .first()
    .click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await until('the node', async () => (await title.inputValue()) === 'Scene 9876')
  await title.fill('The Last Scene')
  await page.keyboard.press('Enter')
  await until('the new title', async () => (await title.inputValue()) === 'The Last Scene')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the old title', async () => (await title.inputValue()) === 'Scene 9876')
})

test('the whole story is on the map, which can be panned and zoomed', async () => {
  const map = page.getByRole('application')
  await page.getByRole('button', { name: /Show the whole map/ }).click()
  const box = await map.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const zoom = page.getByRole('button', { name: /Show the whole map/ })
  const before = await zoom.textContent()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -600)
  await page.keyboard.up('Control')
  await until('a nearer view', async () => (await zoom.textContent()) !== before)
  await page.mouse.wheel(300, 300)
})
