/** End-to-end test of sounds: chosen for a scene, heard while playing, and in the playable page. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProgram } from './harness.mjs'
import { entry, look, openSample, until } from './helpers.mjs'

const soundFile = (name) =>
  fileURLToPath(new URL(`../../tests/fixtures/sounds/${name}`, import.meta.url))

let here
let page
let file

before(async () => {
  here = await startProgram()
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(() => here.close())

/** The sounds that the page plays now. */
const playing = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('audio')]
      .filter((it) => !it.paused && it.currentTime > 0)
      .map((it) => ({ loop: it.loop, seconds: it.currentTime })),
  )

test('a scene gets a sound from a file and plays it', async () => {
  await entry(page, 'Gangway').click()
  await page.getByRole('button', { name: 'Add Sound' }).click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a sound…' }).click()
  await (await chosen).setFiles(soundFile('rain.ogg'))
  const name = page.getByRole('textbox', { name: 'What is heard' })
  await name.waitFor()
  assert.equal(await name.inputValue(), 'rain')
  await name.fill('Rain on the harbor')
  await page.keyboard.press('Enter')
  const plays = page.getByRole('combobox', { name: 'How it’s played' })
  assert.equal(await plays.inputValue(), 'loop')
  await plays.selectOption('music')
  await look(page, 'sound-card')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await until('the sound is heard', async () => (await playing()).length === 1)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await until('it pauses', async () => (await playing()).length === 0)
  const shown = JSON.parse(here.command('show_node', file, '--node', 'Gangway', '--json'))
  const { data } = shown.data.data.sound
  assert.deepEqual([data.name, data.plays], ['Rain on the harbor', 'music'])
})

test('music goes on through the scenes that follow, and is switched off', async () => {
  await entry(page, 'Gangway').click()
  await page.keyboard.press('p')
  await until('the music plays', async () => (await playing())[0]?.loop === true)
  const [before] = await playing()
  await page.keyboard.press('1')
  await page.getByRole('article').getByRole('heading', { name: 'Engine Room' }).waitFor()
  const [after] = await playing()
  assert.ok(after.seconds >= before.seconds, 'it is not begun again')
  await look(page, 'sound-play')
  await page.getByRole('button', { name: /^Turn sound off/ }).click()
  await until('silence', async () => (await playing()).length === 0)
  await page.getByRole('button', { name: /^Turn sound on/ }).click()
  await until('the music again', async () => (await playing()).length === 1)
})

test('what cannot be heard in a format is said before it is written', async () => {
  const folder = here.command('export', file, '--format', 'play', '--output', `${file}.html`)
  assert.doesNotMatch(folder, /Sound/)
  const written = readFileSync(`${file}.html`, 'utf8')
  assert.match(written, /"sounds":\["data:audio\/ogg;base64,/)
  const losses = here.command('export_story', file, '--format', 'epub', '--json')
  assert.match(losses, /Sounds are not written: 1 node \(Gangway\)/)
})
