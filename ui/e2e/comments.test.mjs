/**
 * End-to-end tests of comments on passages, by keyboard: written, kept in the story, sent out in a Word
 * document, brought back from it, and resolved.
 */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { look, openSample, openText, panel } from './helpers.mjs'

let here
let page
let file
let place

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'storyteller-comments-'))
  here = await startProgram()
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(async () => {
  await here.close()
  rmSync(place, { recursive: true })
})

const said = () =>
  JSON.parse(here.command('list_findings', file, '--sort', 'comment', '--json')).data.findings.map(
    (it) => [it.passage.node.title, it.passage.quote, it.says],
  )

test('a comment is written on selected words that were typed just before', async () => {
  const text = await openText(page, 'Stay Ashore')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('It rained. ')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.press('Control+Alt+M')
  const box = page.getByRole('region', { name: 'New comment' })
  await box.waitFor()
  await page.keyboard.type('Again?')
  await look(page, 'comment-new')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Comments: 1' }).waitFor()
  assert.deepEqual(said(), [['Stay Ashore', 'It rained', 'Again?']])
  assert.equal(await text.locator('.cm-comment').textContent(), 'It rained')
  await look(page, 'comment-marked')
})

test('it goes out in a Word document and comes back from it', async () => {
  const document = join(place, 'copy.docx')
  here.command('export', file, '-o', document, '--comments')
  const copy = join(place, 'copy.story')
  here.command('import', copy, document)
  const back = JSON.parse(here.command('list_findings', copy, '--json')).data.findings
  assert.deepEqual(
    back.map((it) => [it.kind, it.passage.quote, it.says]),
    [['comment', 'It rained', 'Again?']],
  )
})

test('it stands among the problems, and is resolved where it is read', async () => {
  await panel(page, 'problems')
  const row = page.getByRole('listitem').filter({ hasText: 'Again?' })
  await row.getByRole('button', { name: 'Resolve' }).waitFor()
  await look(page, 'comment-problems')
  const text = await openText(page, 'Stay Ashore')
  await text.locator('.cm-comment').click()
  const box = page.getByRole('region', { name: 'Comments' })
  await box.getByText('Again?').waitFor()
  await look(page, 'comment-list')
  await box.getByRole('button', { name: 'Resolve' }).click()
  await box.getByText('No open comments on this text.').waitFor()
  assert.deepEqual(said(), [])
  assert.equal(await text.locator('.cm-comment').count(), 0)
})
