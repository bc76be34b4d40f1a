/**
 * End-to-end tests of translating: the languages of a story, a card translated beside its source,
 * what a change of the source leaves behind, a term of the glossary, and playing in the language.
 */

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { entry, openSample, panel, saved, story, until } from './helpers.mjs'

const folder = process.env.PICTURES

let here
let page
let file

before(async () => {
  here = await startProgram({ dark: process.env.DARK === '1' })
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(() => here.close())

/** Looks at the screen with axe, and keeps a picture where one is wanted. */
async function look(name, within) {
  if (folder) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  assert.deepEqual(await violations(page, within), [], name)
}

const pieces = () => page.getByRole('list', { name: 'German, piece by piece' })

test('a language is added by its name, and it is told how far it is', async () => {
  await story(page, /^Languages and translations/)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Written in').fill('en')
  await dialog.getByLabel('Translate into another language').fill('German')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText(/^0 of \d+ translated/).waitFor()
  await look('languages', '[role=dialog]')
  await dialog.getByRole('tab', { name: 'Glossary' }).click()
  await dialog.getByLabel('New name or term').fill('gangway')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('“gangway” in German').fill('Landungssteg')
  await page.keyboard.press('Tab')
  await until('the term', async () =>
    here.command('list_glossary', file, '--json').includes('Landungssteg'),
  )
  await look('glossary', '[role=dialog]')
  await page.keyboard.press('Escape')
})

test('a card is translated beside its source, and says what a change leaves behind', async () => {
  await entry(page, 'Gangway').click()
  await panel(page, 'inspector')
  await page.getByRole('button', { name: 'German', exact: true }).click()
  const first = pieces().getByRole('listitem').nth(1)
  await first.getByRole('textbox').fill('Die Gangway schwankt.')
  await page.keyboard.press('Tab')
  await until('a translation', async () => (await first.getAttribute('data-state')) === 'current')
  const title = pieces().getByRole('listitem').first()
  await title.getByRole('textbox').fill('Landungssteg')
  await page.keyboard.press('Tab')
  await until('the title', async () => (await title.getAttribute('data-state')) === 'current')
  const { data } = JSON.parse(here.command('read_text', file, '--node', 'Gangway', '--json'))
  const changed = `Slowly: ${data.text}`
  here.command('write_text', file, '--node', 'Gangway', '--text', changed)
  await until('a stale piece', async () => (await first.getAttribute('data-state')) === 'stale')
  await first.getByText('The original was changed since.').waitFor()
  await look('translation', '[data-part=translations]')
  await first.getByRole('button', { name: 'Still fits' }).click()
  await until('no stale piece', async () => (await first.getAttribute('data-state')) === 'current')
})

test('the story is played in the language, and given to a translator', async () => {
  here.command('set_start', file, '--node', 'Gangway')
  await panel(page, 'play')
  const play = page.getByRole('region', { name: 'Play' })
  await play.getByLabel('Language to play in').selectOption('de')
  await play.getByRole('heading', { name: 'Landungssteg' }).waitFor()
  await play.getByText('Die Gangway schwankt.').waitFor()
  await look('playing')
  await story(page, /^Languages and translations/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Files for translators' }).click()
  await look('files', '[role=dialog]')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save…' }).click()
  assert.match(await saved(await download), /<target xml:space="preserve">Landungssteg<\/target>/)
  await page.keyboard.press('Escape')
})
