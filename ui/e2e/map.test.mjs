/** End-to-end tests of the hand on the map: what is drawn, dragged and pressed there. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, newStory, until } from './helpers.mjs'

/** A card's size at 100 %, in pixels. */
const CARD = { width: 236, height: 132 }

let here
let page
let map
before(async () => {
  here = await startProgram()
  page = await here.open()
  await newStory(page, 'The Quay')
  map = page.getByRole('application')
})
after(() => here.close())

/** A point of the map's element on the page. */
async function at(x, y) {
  const box = await map.boundingBox()
  return { x: box.x + x, y: box.y + y }
}

/** The part of the map in view, once it stays. */
async function camera() {
  let last
  let times = 0
  return until('the view at rest', async () => {
    const kept = await page.evaluate(() => Object.entries(localStorage))
    const now = kept.find(([key]) => key.startsWith('storyteller-map-'))?.[1]
    times = now === last ? times + 1 : 0
    last = now
    return now && times > 6 && JSON.parse(now)
  })
}

/** Where a card is in the story. */
async function placeOf(title) {
  const [file] = await here.stories()
  return JSON.parse(here.command('show_node', file, '--node', title, '--json')).data.layout
}

/** A point of a card on the page, from its middle in widths and heights of the card. */
async function cardPoint(title, across = 0, down = 0) {
  const [{ x, y, zoom }, place] = [await camera(), await placeOf(title)]
  const onMap = {
    x: place.x + CARD.width * (0.5 + across),
    y: place.y + CARD.height * (0.5 + down),
  }
  return at((onMap.x - x) * zoom, (onMap.y - y) * zoom)
}

async function drag(from, to) {
  await page.mouse.move(from.x - 20, from.y - 20)
  await page.mouse.move(from.x, from.y, { steps: 2 })
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

async function makeCard(title, x, y) {
  const place = await at(x, y)
  await page.mouse.dblclick(place.x, place.y)
  await page.getByRole('textbox', { name: /^Title of the new/ }).fill(title)
  await page.keyboard.press('Enter')
  await entry(page, title).waitFor()
}

/** Where the first card leads, as another program reads it: `label: title`. */
async function choices() {
  const [file] = await here.stories()
  const { data } = JSON.parse(here.command('neighbors', file, '--node', 'Quay', '--json'))
  return data.outgoing.map(({ label, node }) => `${label}: ${node.title}`)
}

/** The panel of the selected link. */
const panel = () => page.getByRole('region', { name: 'Selected link' })

test('a branch drawn with the mouse gets its title and choice in one form', async () => {
  await makeCard('Quay', 160, 200)
  const quay = await cardPoint('Quay')
  await page.mouse.move(quay.x, quay.y, { steps: 2 })
  const handle = await cardPoint('Quay', 0.5)
  await drag(handle, { x: handle.x + 180, y: handle.y })
  await page.keyboard.type('Ferry')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Go aboard')
  await page.keyboard.press('Enter')
  await entry(page, 'Ferry').waitFor()
  assert.deepEqual(await choices(), ['Go aboard: Ferry'])
})

test('a link is opened by a click, edited, and redirected by dragging its arrowhead', async () => {
  await makeCard('Shore', 200, 560)
  await map.press('Shift+1')
  const before = await cardPoint('Ferry', -0.53)
  await page.mouse.click(before.x, before.y)
  await panel().waitFor()
  await panel().getByRole('textbox', { name: 'If' }).fill('has_ticket')
  await page.keyboard.press('Enter')
  await drag(await cardPoint('Ferry', -0.5), await cardPoint('Shore'))
  await panel().getByRole('button', { name: 'Shore' }).waitFor()
  assert.deepEqual(await choices(), ['Go aboard: Shore'])
})

test('a scene is inserted into a link', async () => {
  await panel()
    .getByRole('button', { name: /^Insert scene/ })
    .click()
  await page.getByRole('textbox', { name: 'Title of the inserted scene' }).fill('Gangway')
  await page.keyboard.press('Enter')
  await entry(page, 'Gangway').waitFor()
  assert.deepEqual(await choices(), ['Go aboard: Gangway'])
})

test('dragging from the border of the map does not drag the border', async () => {
  const width = async () => (await map.boundingBox()).width
  const before = await width()
  await page.keyboard.down('Shift')
  await drag(await at(3, 700), await at(160, 760))
  await page.keyboard.up('Shift')
  assert.equal(await width(), before)
})

test('when zoomed out, a selected card can be dragged', async () => {
  await entry(page, 'Quay').click()
  const quay = await cardPoint('Quay')
  await page.mouse.move(quay.x, quay.y)
  await until('a view from far out', async () => {
    await page.mouse.wheel(0, 240)
    return (await camera()).zoom <= 0.12
  })
  const before = await placeOf('Quay')
  // The middle of its right side, from where a link is drawn when the card is larger.
  const side = await cardPoint('Quay', 0.47)
  await drag(side, { x: side.x + 40, y: side.y + 60 })
  await until('its new place', async () => (await placeOf('Quay')).y > before.y)
  assert.equal(await page.getByRole('textbox', { name: /^Title of the new/ }).count(), 0)
})
