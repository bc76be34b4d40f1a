/**
 * End-to-end tests of what comes back: a Word document, a text folder or a copy goes out, is changed, returns as a
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

/** A packed file with words of one part replaced, as an editor would. */
function edit(path, part, from, to) {
  const files = unzipSync(readFileSync(path))
  const text = strFromU8(files[part])
  assert.ok(text.includes(from), from)
  files[part] = strToU8(text.replace(from, to))
  writeFileSync(path, zipSync(files))
}

/** Imports a file that came from the story, to review what was changed in it. */
async function review(path, picture) {
  const dialog = await importFile(page, path)
  const choice = dialog.getByRole('radio', { name: 'Review its edits' })
  await choice.waitFor()
  assert.equal(await choice.isChecked(), true)
  await look(page, picture)
  await dialog.getByRole('button', { name: 'Review edits' }).click()
}

test('the changes of a document wait as a draft, and keep what was written meanwhile', async () => {
  const document = join(place, 'From Mia.docx')
  here.command('export', file, '-o', document, '--format', 'docx')
  edit(document, 'word/document.xml', 'Your watch starts again.', 'Your watch begins anew.')
  const before = textOf('Stay Ashore')
  const meanwhile = before.replace('You let the rope go.', 'You let go of the rope.')
  assert.notEqual(meanwhile, before)
  here.command('write_text', file, '--node', 'Stay Ashore', '--text', meanwhile)
  await review(document, 'edits-import')
  await page.getByText(/^1 card changed/).waitFor()
  await look(page, 'edits-draft')
  assert.equal(textOf('Stay Ashore'), meanwhile, 'it waits')
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  await until('the changes of both', () => {
    const now = textOf('Stay Ashore')
    return now === meanwhile.replace('Your watch starts again.', 'Your watch begins anew.')
  })
})

test('a text folder and a copy of the story file come back in the same way', async () => {
  const folder = join(place, 'text.zip')
  here.command('export', file, '-o', folder, '--format', 'folder')
  edit(folder, 'nodes/Gangway.md', 'slick', 'icy')
  await review(folder, 'edits-folder')
  await page.getByText(/^1 card changed/).waitFor()
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  await until('the edited folder', () => textOf('Gangway').includes('icy'))

  const copy = join(place, 'copy.story')
  here.command('copy', file, copy)
  here.command('replace_text', copy, '--node', 'Gangway', '--old', 'icy', '--new', 'wet')
  here.command('create_node', copy, '--title', 'Fog', '--kind', 'scene')
  await review(copy, 'edits-copy')
  await page.getByText(/^1 card changed, 1 new/).waitFor()
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  await until('the edited copy', () => textOf('Gangway').includes('wet'))
})

test('a table of attributes comes back from a spreadsheet', async () => {
  const table = join(place, 'cast.csv')
  here.command('export', file, '-o', table, '--format', 'csv')
  const rows = readFileSync(table, 'utf8')
  assert.ok(rows.includes('chief engineer'))
  writeFileSync(table, rows.replace('chief engineer', 'first engineer'))
  await review(table, 'edits-table')
  await page.getByText(/^1 card changed/).waitFor()
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  const attributes = () => here.command('read_node_kv', file, '--node', 'Lin Mei', '--json')
  await until('the edited table', () => attributes().includes('first engineer'))
})

test('a story that was edited in Twine comes back', async () => {
  const twine = join(place, 'story.html')
  here.command('export', file, '-o', twine, '--format', 'twine-html')
  const html = readFileSync(twine, 'utf8')
  assert.ok(html.includes('Your watch begins anew.'))
  writeFileSync(twine, html.replace('Your watch begins anew.', 'Your watch ticks.'))
  await review(twine, 'edits-twine')
  await page.getByText(/^1 card changed/).waitFor()
  await page.getByRole('button', { name: 'Accept all' }).first().click()
  await until('the edited story', () => textOf('Stay Ashore').includes('Your watch ticks.'))
})
