/** Words are found in the whole story, opened place after place, and one goes back to where one was. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, look, newStory, openText, until } from './helpers.mjs'

const SCENES = [
  ['Quay', 'A lamp swings.\n\nThe second lamp is out.'],
  ['Deck', 'No lamplight here.'],
  ['Hold', 'Dark.'],
]

let program
let page
before(async () => {
  program = await startProgram()
  page = await program.open()
  await newStory(page, 'Lamps')
  const [file] = await program.stories()
  for (const [title, text] of SCENES)
    program.command('create_node', file, '--title', title, '--text', text)
  await entry(page, 'Hold').waitFor()
})
after(async () => {
  await program?.close()
  assert.deepEqual(program?.faults ?? [], [])
})

/** The words that are selected in the text on the screen, with what stands before them. */
const selected = (page) =>
  page.evaluate(() => {
    const selection = window.getSelection()
    if (!selection?.rangeCount || selection.isCollapsed) return ''
    const line = selection.anchorNode?.parentElement?.closest('.cm-line')?.textContent ?? ''
    return `${selection.toString()} in ${line}`
  })

test('every place is listed, opened in order, and left by the way one came', async () => {
  await page.getByRole('application').first().focus()
  await page.keyboard.press('Control+F')
  await page.getByRole('searchbox', { name: 'Words to find' }).fill('lamp')
  await page.getByText('3 matches in 2 scenes').waitFor()
  await look(page, 'find')

  await page.getByRole('button', { name: /The second lamp/ }).click()
  await until('the words', async () => (await selected(page)).startsWith('lamp in The second'))
  await page.getByText('2 of 3').waitFor()
  await look(page, 'find-place')
  // The caret is in the text, where the keys reach all the same.
  await page.keyboard.press('F8')
  await until('the next', async () => (await selected(page)).startsWith('lamp in No lamplight'))
  await page.keyboard.press('Shift+F8')
  await until('the one before', async () => (await selected(page)).startsWith('lamp in The second'))

  await page.keyboard.press('Control+Alt+ArrowLeft')
  await page.getByRole('textbox', { name: 'Text of Deck' }).waitFor()
  await page.keyboard.press('Control+Alt+ArrowRight')
  await page.getByRole('textbox', { name: 'Text of Quay' }).waitFor()
  // The map has arrow keys of its own.
  await page.getByRole('application').first().focus()
  await page.keyboard.press('Control+Alt+ArrowLeft')
  await page.getByRole('textbox', { name: 'Text of Deck' }).waitFor()
  await page.keyboard.press('Control+Alt+ArrowRight')
  await page.getByRole('textbox', { name: 'Text of Quay' }).waitFor()

  await page.getByRole('button', { name: 'Back to Find' }).click()
  const searched = page.getByRole('searchbox', { name: 'Words to find' })
  assert.equal(await searched.inputValue(), 'lamp')
})

test('the back button of a mouse goes back among scenes and does not leave the page', async () => {
  await openText(page, 'Quay')
  await openText(page, 'Deck')
  const address = page.url()
  const devtools = await page.context().newCDPSession(page)
  const text = await page.getByRole('textbox', { name: 'Text of Deck' }).boundingBox()
  const at = { x: text.x + 40, y: text.y + 30, button: 'back', clickCount: 1 }
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  await page.getByRole('textbox', { name: 'Text of Quay' }).waitFor()
  assert.equal(page.url(), address)
  assert.equal(await entry(page, 'Deck').count(), 1)
})

test('a text that fills the window gives way to a panel that is asked for', async () => {
  await openText(page, 'Deck')
  await page.getByRole('button', { name: 'Focus mode' }).click()
  await page.keyboard.press('Control+Shift+F')
  const searched = page.getByRole('searchbox', { name: 'Words to find' })
  await until('the keyboard', () => searched.evaluate((it) => it === document.activeElement))
  await entry(page, 'Quay').click()
  await until('the row', async () => {
    return (await entry(page, 'Quay').getAttribute('aria-selected')) === 'true'
  })
})

test('in the running text, finding is about all of it', async () => {
  await page.keyboard.press('Control+2')
  await page.getByRole('textbox', { name: 'Text of Quay' }).first().click()
  await page.keyboard.press('Control+F')
  const searched = page.getByRole('searchbox', { name: 'Words to find' })
  await until('the keyboard', () => searched.evaluate((it) => it === document.activeElement))
  await searched.fill('lamp')
  await page.keyboard.press('Enter')
  await until('the words', async () => (await selected(page)).startsWith('lamp in A lamp swings'))
  // They are selected where they are read, and the list stays beside them.
  const running = page.getByRole('region', { name: 'Pages' })
  const inText = () => running.evaluate((it) => it.contains(document.activeElement))
  assert.equal(await inText(), true)
  assert.equal(await searched.isVisible(), true)
  // Enter goes on to the next one, and writes nothing over what is selected.
  await page.keyboard.press('Enter')
  await until('the next', async () => !(await selected(page)).startsWith('lamp in A lamp swings'))
  await page.keyboard.press('F8')
  await until('the last', async () => (await selected(page)).startsWith('lamp in No lamplight'))
  assert.equal(await inText(), true)
  const opened = page.locator('[aria-current="true"]', { hasText: 'No lamplight' })
  await opened.waitFor()
  await look(page, 'find-in-text')
  await page.keyboard.press('Control+1')
})

test('the palette gives the keyboard back to the text', async () => {
  const text = await openText(page, 'Quay')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await until('the caret', () => text.evaluate((it) => it.contains(document.activeElement)))
})
