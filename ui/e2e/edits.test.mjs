/**
 * End-to-end tests of an editor's round trip: a Word document goes out, is changed, comes back as a
 * draft, and is accepted; what was written meanwhile stays.
 */

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { startProgram } from './harness.mjs'
import { importFile, look, openSample, until } from './helpers.mjs'

let here
let page
let file
let place

before(async () => {
  place = mkdtempSync(join(tmpdir(), 'storyteller-edits-'))
  here = await startProgram()
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(async () => {
  await here.close()
  rmSync(place, { recursive: true })
})

const textOf = (node) =>
  JSON.parse(here.command('read_text', file, '--node', node, '--json')).data.text

/** The document with words replaced, as an editor would. */
function edit(path, from, to) {
  const files = unzipSync(readFileSync(path))
  const text = strFromU8(files['word/document.xml'])
  assert.ok(text.includes(from), from)
  files['word/document.xml'] = strToU8(text.replace(from, to))
  writeFileSync(path, zipSync(files))
}

test('the changes of a document wait as a draft, and keep what was written meanwhile', async () => {
  const document = join(place, 'From Mia.docx')
  here.command('export', file, '-o', document, '--format', 'docx')
  edit(document, 'Your watch starts again.', 'Your watch begins anew.')
  const before = textOf('Stay Ashore')
  const meanwhile = before.replace('You let the rope go.', 'You let go of the rope.')
  assert.notEqual(meanwhile, before)
  here.command('write_text', file, '--node', 'Stay Ashore', '--text', meanwhile)
  const dialog = await importFile(page, document)
  const choice = dialog.getByRole('radio', { name: 'Review its edits' })
  await choice.waitFor()
  assert.equal(await choice.isChecked(), true)
  await look(page, 'edits-import')
  await dialog.getByRole('button', { name: 'Review edits' }).click()
  await page.getByText(/^1 scene was changed/).waitFor()
  await look(page, 'edits-draft')
  assert.equal(textOf('Stay Ashore'), meanwhile, 'it waits')
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  await until('the changes of both', () => {
    const now = textOf('Stay Ashore')
    return now === meanwhile.replace('Your watch starts again.', 'Your watch begins anew.')
  })
})
