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

/** A point of the map on the page. */
async function at(x, y) {
  const box = await map.boundingBox()
  return { x: box.x + x, y: box.y + y }
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

test('a branch drawn with the mouse gets its title and its choice in one form', async () => {
  await makeCard('Quay', 160, 200)
  const quay = await at(160, 200)
  const handle = { x: quay.x + CARD.width / 2, y: quay.y }
  await page.mouse.move(quay.x, quay.y, { steps: 2 })
  await drag(handle, await at(460, 200))
  await page.keyboard.type('Ferry')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Go aboard')
  await page.keyboard.press('Enter')
  await entry(page, 'Ferry').waitFor()
  assert.deepEqual(await choices(), ['Go aboard: Ferry'])
})

test('a link is opened by a click, changed, and led to another card by its head', async () => {
  await makeCard('Shore', 460, 520)
  const between = await at(460 - CARD.width / 2 - 8, 200)
  await page.mouse.click(between.x, between.y)
  await panel().waitFor()
  await panel().getByRole('textbox', { name: 'If' }).fill('has_ticket')
  await page.keyboard.press('Enter')
  const head = await at(460 - CARD.width / 2, 200)
  await drag(head, await at(460, 520))
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

test('what is dragged from the border of the map is not the border', async () => {
  const width = async () => (await map.boundingBox()).width
  const before = await width()
  await page.keyboard.down('Shift')
  await drag(await at(3, 700), await at(160, 760))
  await page.keyboard.up('Shift')
  assert.equal(await width(), before)
})

test('far out a press on a selected card and a move drags it', async () => {
  await entry(page, 'Quay').click()
  const place = () => page.evaluate(() => Object.entries(localStorage))
  const camera = async () => {
    const kept = (await place()).find(([key]) => key.startsWith('storyteller-map-'))
    return JSON.parse(kept?.[1] ?? '{}')
  }
  const middle = await at(200, 300)
  await page.mouse.move(middle.x, middle.y)
  await until('a view from far out', async () => {
    await page.mouse.wheel(0, 240)
    return (await camera()).zoom <= 0.12
  })
  const where = async () => {
    const [file] = await here.stories()
    const { data } = JSON.parse(here.command('show_node', file, '--node', 'Quay', '--json'))
    return data.layout ?? data.node?.layout
  }
  const before = await where()
  const { x, y, zoom } = await until('the view at rest', async () => {
    const [one, other] = [await camera(), await camera()]
    return JSON.stringify(one) === JSON.stringify(other) && one
  })
  // The middle of its right side, from where a link is drawn when the card is larger.
  const side = { x: before.x + CARD.width - 2 / zoom, y: before.y + CARD.height / 2 }
  const from = await at((side.x - x) * zoom, (side.y - y) * zoom)
  await drag(from, { x: from.x + 40, y: from.y + 60 })
  await until('its new place', async () => (await where()).y > before.y)
  assert.equal(await page.getByRole('textbox', { name: /^Title of the new/ }).count(), 0)
})
