/** How many keys and presses it takes to begin: the first sentence, and a scene behind a choice. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { until } from './helpers.mjs'

/** The most a writer has to do beyond the words themselves. */
const MOST = { clicks: 2, keys: 6 }

let here
before(async () => {
  here = await startProgram()
})
after(() => here.close())

/** A page whose presses are counted; words are typed beside the count. */
async function counted(page) {
  let keys = 0
  let clicks = 0
  return {
    words: (text) => page.keyboard.type(text),
    async press(combination) {
      keys += combination.split('+').length
      await page.keyboard.press(combination)
    },
    async click(what) {
      clicks += 1
      await what.click()
    },
    took() {
      const both = { keys, clicks }
      keys = 0
      clicks = 0
      return both
    },
  }
}

/** The text of a scene, once it has the caret. */
async function written(page, title) {
  const text = page.getByRole('textbox', { name: `Text of ${title}` })
  await text.waitFor()
  await until('the caret in the text', () =>
    text.evaluate((it) => it.contains(document.activeElement)),
  )
  return text
}

/** What the program holds of a scene. */
function read(file, node) {
  return JSON.parse(here.command('read_node', file, '--node', node, '--json')).data
}

test('the first sentence can be written with the keyboard alone', async () => {
  const page = await here.open()
  const writer = await counted(page)
  const begin = page.getByRole('button', { name: /^New story/ })
  await begin.waitFor()
  const isReached = () => begin.evaluate((it) => it === document.activeElement)
  for (let tabs = 0; tabs < MOST.keys && !(await isReached()); tabs++) await writer.press('Tab')
  await writer.press('Enter')
  await page.locator('form input').first().waitFor()
  await writer.words('The Glass Lighthouse')
  await writer.press('Enter')
  await page.getByRole('application').waitFor()
  await writer.press('n')
  await page.locator('input[name=answer]').waitFor()
  await writer.words('The pier')
  await writer.press('Enter')
  await written(page, 'The pier')
  const { keys, clicks } = writer.took()
  assert.ok(keys <= MOST.keys && clicks === 0, `${keys} keys, ${clicks} clicks`)
  await writer.words('No light tonight.')

  // Nothing is wrong with a story of one scene: it is the start, and nothing is counted.
  await page.getByRole('button', { name: 'Problems', exact: true }).waitFor()
  assert.equal(await page.locator('header [data-severity=warning]').count(), 0)

  await writer.press('Control+Enter')
  await writer.words('Row out')
  await writer.press('Tab')
  await writer.words('The boat')
  await writer.press('Control+Enter')
  await written(page, 'The boat')
  const second = writer.took()
  assert.ok(second.keys <= MOST.keys && second.clicks === 0, `${second.keys} keys`)
  await writer.words('The oars are wet.')
  await page.getByRole('img', { name: 'Everything is saved' }).waitFor()
  const [file] = await here.stories()
  await until('both texts on disk', () => {
    const texts = ['The pier', 'The boat'].map((it) =>
      here.command('read_text', file, '--node', it),
    )
    return texts[0].includes('No light tonight.') && texts[1].includes('The oars are wet.')
  })
  const { outgoing } = read(file, 'The pier')
  assert.deepEqual(
    outgoing.map((it) => [it.label, it.node.title]),
    [['Row out', 'The boat']],
  )
  await page.context().close()
})

test('the first sentence can be written with the pointer, with Enter after each title', async () => {
  const page = await here.open()
  const writer = await counted(page)
  const back = page.getByRole('button', { name: /^New story/ })
  await back.or(page.getByRole('application')).first().waitFor()
  if ((await back.count()) === 0) {
    await page.getByRole('button', { name: /^This story/ }).click()
    await page.getByRole('menuitem', { name: /^Close/ }).click()
  }
  await writer.click(back)
  await page.locator('form input').first().waitFor()
  await writer.words('Second')
  await writer.press('Enter')
  await writer.click(page.locator('main').getByRole('button', { name: /first scene/ }))
  await page.locator('input[name=answer]').waitFor()
  await writer.words('A door')
  await writer.press('Enter')
  await written(page, 'A door')
  const { keys, clicks } = writer.took()
  assert.ok(clicks <= MOST.clicks && keys <= 2, `${keys} keys, ${clicks} clicks`)
})

test('typing a letter on a card starts writing; Escape returns to the card on the map', async () => {
  const page = await here.open()
  await page.getByRole('application').waitFor()
  const entry = page.getByRole('treeitem', { name: 'A door' })
  await entry.click()
  await page.getByRole('application').focus()
  await page.keyboard.type('The key turns.')
  const text = await written(page, 'A door')
  await until('the words', async () => (await text.textContent()) === 'The key turns.')
  const { width } = await page.getByRole('application').boundingBox()
  assert.ok(width >= 480, `the map is ${width} wide beside the page`)
  await page.keyboard.press('Escape')
  await until('the keyboard on the map', () =>
    page.getByRole('application').evaluate((it) => it === document.activeElement),
  )
  await until('a wider map', async () => {
    return (await page.getByRole('application').boundingBox()).width > width
  })
})

test('at 200 % every panel can be reached, and none is cut off', async () => {
  const page = await here.open()
  await page.setViewportSize({ width: 700, height: 450 })
  await page.getByRole('application').waitFor()
  const map = page.getByRole('application')
  await until('the whole width', async () => (await map.boundingBox()).width === 700)
  for (const [keys, name] of [
    ['Control+Alt+2', 'Scene'],
    ['Control+Alt+3', 'Assistant'],
    ['Control+Alt+p', 'Play'],
    ['Control+Shift+M', 'Problems'],
    ['Control+Alt+h', 'History'],
  ]) {
    await page.keyboard.press(keys)
    const shown = page.getByRole('region', { name, exact: true })
    await shown.waitFor()
    const box = await shown.boundingBox()
    assert.ok(box.x >= 0 && box.x + box.width <= 700 && box.y + box.height <= 450, name)
    assert.equal(
      await page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected'),
      'true',
    )
  }
  await page.keyboard.press('Control+Alt+3')
  const send = await page.getByRole('button', { name: 'Send' }).boundingBox()
  assert.ok(send.y + send.height <= 450, 'the message can be sent')
})
