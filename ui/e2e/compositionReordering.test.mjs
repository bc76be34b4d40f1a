/**
 * End-to-end tests of composing text in one entry of a list while another window reorders that
 * list: neither focus nor composition is lost.
 */

import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, until } from './helpers.mjs'
import { composer } from './inputMethod.mjs'

let here
let page
let ime
let second
/** Runs a tool as another program does. */
let other
before(async () => {
  here = await startProgram()
  ;({ page, ime, other } = await composer(here, '灯塔'))
  other('create_node', '岔路')
  for (const [title, label] of [
    ['码头', '去码头'],
    ['甲板', '上甲板'],
    ['灯室', '进灯室'],
  ]) {
    other('create_node', title)
    other('link_nodes', '--from', '岔路', '--to', title, '--label', label)
  }
  second = await here.open()
  await entry(second, '岔路').click()
})
after(() => here.close())

/** The targets of the choices of the node in a window's panel, top to bottom. */
async function choices(window) {
  const lead = 'Label of the choice to '
  const fields = window.getByRole('textbox', { name: lead })
  const names = await fields.evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')))
  return names.map((it) => it.slice(lead.length)).join(' ')
}

async function leads(window, order) {
  await until(order, async () => (await choices(window)) === order)
}

/** In the second window: moves the last choice of three to the top. */
async function turn() {
  const [first, middle, last] = (await choices(second)).split(' ')
  const up = second.getByRole('button', { name: `Move up the choice to ${last}` })
  await up.click()
  await leads(second, `${first} ${last} ${middle}`)
  await up.click()
  await leads(second, `${last} ${first} ${middle}`)
}

/** The same, and waits until this window has received it; focus stays in a field with `words`. */
async function turnUnder(words, mark) {
  await turn()
  // Events arrive in order: when the later message has arrived, the reordering has too.
  other('create_node', mark)
  await entry(page, mark).waitFor()
  await writes(words)
}

/** Whether focus is still in a field with this text. */
async function writes(words) {
  await until(`“${words}” under the keyboard`, () =>
    page.evaluate((it) => {
      const field = document.activeElement
      return (field?.value ?? field?.textContent) === it
    }, words),
  )
}

/** The visible outline entries below the fork, top to bottom. */
async function outlined(window) {
  const rows = await window.getByRole('treeitem').evaluateAll((all) =>
    all
      .map((it) => ({ top: it.getBoundingClientRect().top, name: it.getAttribute('aria-label') }))
      .sort((a, b) => a.top - b.top)
      .map((it) => it.name),
  )
  return rows.join(' ')
}

test('the choice list is reordered only after a composition in a label has ended and focus leaves', async () => {
  await entry(page, '岔路').click()
  const label = page.getByRole('textbox', { name: 'Label of the choice to 甲板' })
  await label.press('End')
  await ime.compose('k', 'kan')
  await turnUnder('上甲板kan', '记号一')
  await leads(page, '码头 甲板 灯室')
  await ime.keys('ArrowDown', 'Enter')
  await ime.choose('看', 'Enter')
  await writes('上甲板看')
  await page.keyboard.press('Enter')
  await entry(page, '岔路').click()
  await leads(page, '灯室 码头 甲板')
})

test('a composition in an outline title survives its row moving', async () => {
  await entry(page, '码头').click()
  await page.keyboard.press('F6')
  await entry(page, '码头').press('F2')
  await ime.compose('g', 'gang')
  await turnUnder('gang', '记号二')
  await ime.choose('港', 'ArrowRight')
  await writes('港')
  await page.keyboard.press('Enter')
  await entry(page, '港').waitFor()
  await until('the order of the other window', async () =>
    /甲板.*灯室.*港/.test(await outlined(page)),
  )
})

test('a composition in the manuscript survives its passage moving', async () => {
  await page.getByRole('radio', { name: 'Text' }).click()
  const prose = page.getByRole('textbox', { name: 'Text of 灯室' })
  await prose.click()
  await ime.compose('d', 'deng')
  await turnUnder('deng', '记号三')
  await ime.choose('灯亮着。', 'Enter')
  await writes('灯亮着。')
  await until('the words on disk', () => /灯亮着/.test(other('read_text', '--node', '灯室')))
})
