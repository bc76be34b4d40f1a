/** Steps shared by the end-to-end tests, named as a person would describe them. */

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TIMEOUT_MS, violations } from './harness.mjs'

/** Retries until it is true. */
export async function until(what, look) {
  const end = Date.now() + TIMEOUT_MS
  let last
  do {
    last = await look()
    if (last) return last
    await new Promise((done) => setTimeout(done, 100))
  } while (Date.now() < end)
  assert.fail(`${what} did not come about (${JSON.stringify(last)})`)
}

export async function openSample(page) {
  await page.getByRole('button', { name: /^Sample story/ }).click()
  await page.getByRole('treeitem', { name: 'Thomas Anderson' }).waitFor()
}

export async function newStory(page, title) {
  await page.getByRole('button', { name: /^New story/ }).click()
  await page.getByRole('textbox', { name: 'What is it called?' }).fill(title)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

/** The entry of a node in the outline; the first if there are several. */
export function entry(page, title) {
  return page.getByRole('treeitem', { name: title, exact: true }).first()
}

/** Opens the text of a scene from the outline, and waits until the caret is in it. */
export async function openText(page, title) {
  await entry(page, title).click()
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: `Text of ${title}` })
  await until('the caret', () => text.evaluate((it) => it.contains(document.activeElement)))
  return text
}

/** Imports a file through the dialog of the open story. */
export async function importFile(page, file) {
  await story(page, /^Import/)
  const dialog = page.getByRole('dialog')
  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: /Choose a file/ }).click()
  await (await chosen).setFiles(file)
  return dialog
}

/** An item of the menu of the open story. */
export async function story(page, name) {
  await page.getByRole('button', { name: /^This story/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Shows a panel of the window's side by its tab, whatever the window's language. */
export async function panel(page, id) {
  await page.locator(`[role=tab][aria-controls$="content-${id}"]`).click()
}

/** Sends an instruction to the assistant and waits for the end of its turn. */
export async function say(page, words) {
  await panel(page, 'assistant')
  const turns = page.getByRole('article')
  const before = await turns.count()
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill(words)
  await page.keyboard.press('Enter')
  await until('a turn', async () => (await turns.count()) > before)
  const turn = turns.last()
  await until('the end of the turn', async () => (await turn.getAttribute('aria-busy')) !== 'true')
  return turn
}

export async function saved(download) {
  return readFile(await download.path(), 'utf8')
}

/** Takes a picture into the folder `PICTURES`, if one is given, and finds no fault of accessibility. */
export async function look(page, name) {
  const folder = process.env.PICTURES
  if (folder) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  assert.deepEqual(await violations(page), [], name)
}
