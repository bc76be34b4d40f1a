/** Editing the story in the outline: rows are dragged and renamed. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, newStory, openSample, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await openSample(page)
})
after(() => here.close())

const level = async (title) => Number(await entry(page, title).getAttribute('aria-level'))

/** Drags a row to another with the pointer, in small steps, and returns the announcements. */
async function carry(from, to) {
  // Pressed once the pointer rests, as a person would.
  await entry(page, from).hover()
  const { mouse } = page
  await mouse.down()
  const start = await entry(page, from).boundingBox()
  const end = await entry(page, to).boundingBox()
  for (let step = 1; step <= 8; step += 1) {
    const along = (a, b) => a + ((b - a) * step) / 8
    await mouse.move(
      along(start.x + start.width / 2, end.x + end.width / 2),
      along(start.y + start.height / 2, end.y + end.height / 2),
    )
  }
  const announced = await page.locator('body > div:last-child').textContent()
  return { announced, drop: () => mouse.up() }
}

test('dragging rows into a group or out of it is one step', async () => {
  await entry(page, 'Thomas Anderson').click()
  await entry(page, 'Lin Mei').click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+g')
  const group = await until('the group', async () => {
    const rows = await page
      .getByRole('treeitem')
      .evaluateAll((all) => all.map((it) => [it.ariaLabel, it.getAttribute('aria-expanded')]))
    return rows.map(([name]) => name).find((it) => /group/i.test(it) && it !== 'Groups')
  })
  const outside = await level('The Ferry Perdita')
  const into = await carry('The Ferry Perdita', group)
  assert.match(into.announced, /The Ferry Perdita/)
  await into.drop()
  await until('the place in the group', async () => (await level('The Ferry Perdita')) > outside)

  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the place outside', async () => (await level('The Ferry Perdita')) === outside)
  await page.getByRole('button', { name: 'Redo' }).click()
  await until('the place in the group', async () => (await level('The Ferry Perdita')) > outside)

  const out = await carry('The Ferry Perdita', 'Still to decide')
  await out.drop()
  await until('the place outside', async () => (await level('The Ferry Perdita')) === outside)
})

test('Escape cancels dragging a row', async () => {
  const before = await page.getByRole('treeitem').allInnerTexts()
  const held = await carry('Still to decide', 'Thomas Anderson')
  await page.keyboard.press('Escape')
  await held.drop()
  assert.deepEqual(await page.getByRole('treeitem').allInnerTexts(), before)
})

test('renaming a node in a row updates texts that link to it, in one step', async () => {
  const [file] = await here.stories()
  here.command('write_text', file, 'See [[Stay Ashore]].', '--node', 'Gangway')
  await entry(page, 'Stay Ashore').click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /New title/ }).fill('Remain')
  await page.keyboard.press('Enter')
  await entry(page, 'Remain').waitFor()
  await page.getByText('Updated one link to the new title, in Gangway').first().waitFor()
  await until('the words', () =>
    here.command('read_text', file, '--node', 'Gangway').includes('[[Remain]]'),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await entry(page, 'Stay Ashore').waitFor()
  await until('the words', () =>
    here.command('read_text', file, '--node', 'Gangway').includes('[[Stay Ashore]]'),
  )
})

/** The titles that follow one another from a scene on, along the first link of each. */
function sequenceFrom(title) {
  const [file] = all
  const titles = [title]
  while (titles.length < 9) {
    const { data } = JSON.parse(here.command('neighbors', file, '--node', titles.at(-1), '--json'))
    const [next] = data.outgoing
    if (!next) break
    titles.push(next.node.title)
  }
  return titles.join(' ')
}
let all = []

test('a scene is moved in the order of reading, by pointer and by keyboard, each in one step', async () => {
  const bare = await startProgram()
  const former = { here, page }
  try {
    here = bare
    page = await bare.open()
    await newStory(page, 'A Line')
    all = await bare.stories()
    for (const title of ['One', 'Two', 'Three', 'Four'])
      bare.command('create_node', all[0], '--title', title)
    for (const [from, to] of [
      ['One', 'Two'],
      ['Two', 'Three'],
      ['Three', 'Four'],
    ])
      bare.command('link_nodes', all[0], '--from', from, '--to', to)
    await entry(page, 'Four').waitFor()
    // The links arrive after the scenes and may move their rows.
    let before = ''
    await until('the outline at rest', async () => {
      const rows = [entry(page, 'Four'), entry(page, 'Two')].map((it) => it.boundingBox())
      const now = JSON.stringify(await Promise.all(rows))
      const isAtRest = now === before
      before = now
      return isAtRest
    })
    // Onto the upper edge of the second row: between the first and it.
    await entry(page, 'Four').hover()
    const [from, to] = [
      await entry(page, 'Four').boundingBox(),
      await entry(page, 'Two').boundingBox(),
    ]
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y - 12, { steps: 3 })
    await page.mouse.move(to.x + 60, to.y + 3, { steps: 6 })
    await page.mouse.up()
    await until('the new order', () => sequenceFrom('One') === 'One Four Two Three')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('the old order', () => sequenceFrom('One') === 'One Two Three Four')
    await entry(page, 'Two').click()
    await page.keyboard.press('Alt+ArrowDown')
    await until('one down', () => sequenceFrom('One') === 'One Three Two Four')
    await page.keyboard.press('Alt+ArrowUp')
    await until('one up', () => sequenceFrom('One') === 'One Two Three Four')
    await page.keyboard.press('Alt+ArrowUp')
    await until('first', () => sequenceFrom('Two') === 'Two One Three Four')
    // A chapter moves with all of its scenes.
    for (const [title, one, two] of [
      ['Morning', 'Two', 'One'],
      ['Evening', 'Three', 'Four'],
    ])
      bare.command('group_nodes', all[0], '--title', title, '--nodes', one, '--nodes', two)
    await entry(page, 'Evening').click()
    await page.keyboard.press('Alt+ArrowUp')
    await until('the chapter first', () => sequenceFrom('Three') === 'Three Four Two One')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('the old chapters', () => sequenceFrom('Two') === 'Two One Three Four')
  } finally {
    ;({ here, page } = former)
    await bare.close()
  }
})
