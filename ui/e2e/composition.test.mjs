/**
 * End-to-end tests of writing with an input method, in Chinese, Japanese and Korean, while another
 * program changes the same story. No unfinished composition is saved, and none is interrupted.
 */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, panel, until } from './helpers.mjs'
import { composer } from './inputMethod.mjs'

/** Longer than the editor waits before it saves automatically, in ms. */
const PAUSE = 1600
/** Longer than CodeMirror ignores input after showing completions, in ms. */
const MOMENT = 120

let here
let page
let ime
/** Runs a tool as another program does. */
let other
before(async () => {
  here = await startProgram()
  ;({ page, ime, other } = await composer(here, '灯塔'))
})
after(() => here.close())

const named = (name) => page.getByRole('textbox', { name, exact: true })

async function has(field, value) {
  await until(`“${value}”`, async () => (await field.inputValue()) === value)
}

/** The prose of the node shown. */
const prose = () => page.locator('.cm-content').first()

async function reads(text) {
  await until(`“${text}”`, async () => (await prose().textContent()) === text)
}

/** Accepts a completion; CodeMirror ignores this at first, to prevent accidents. */
async function take(offer) {
  await offer.waitFor()
  await new Promise((done) => setTimeout(done, MOMENT))
  await page.keyboard.press('Enter')
}

test('a title on the map, in the outline and in the panel ends with Enter, not with a candidate', async () => {
  await page.getByRole('button', { name: 'New scene', exact: true }).click()
  const onMap = page.locator('input[name=answer]')
  await ime.compose('l', 'li', "lin'm", "lin'mei")
  await ime.keys('ArrowDown', 'Escape', 'Enter')
  other('create_node', '码头')
  await entry(page, '码头').waitFor()
  await has(onMap, "lin'mei")
  await ime.choose('林梅', 'Enter')
  await has(onMap, '林梅')
  await page.keyboard.press('Enter')
  await entry(page, '林梅').waitFor()

  await entry(page, '林梅').click()
  const inPanel = named('Title')
  await inPanel.press('End')
  await ime.compose('か', 'かの')
  other('rename_node', '林雪', '--node', '林梅')
  await entry(page, '林雪').waitFor()
  await ime.keys('Enter')
  await has(inPanel, '林梅かの')
  await ime.choose('彼の', 'Enter')
  await page.keyboard.press('Enter')
  await entry(page, '林梅彼の').waitFor()

  await page.keyboard.press('F6')
  await entry(page, '林梅彼の').press('F2')
  const inOutline = named('New title of 林梅彼の')
  await ime.compose('ㅎ', '하', '한')
  await ime.keys('Enter', 'Escape')
  await has(inOutline, '한')
  await ime.choose('한', 'ArrowRight')
  await ime.compose('ㄱ', '그', '글')
  await ime.choose('글', 'ArrowRight')
  await page.keyboard.press('Enter')
  await entry(page, '한글').waitFor()
})

test('a composition in prose survives a rename of the node and is saved completely', async () => {
  await entry(page, '한글').click()
  await prose().click()
  await ime.compose('w', 'wo', "wo'm")
  other('rename_node', '甲板', '--node', '한글')
  await page.getByRole('textbox', { name: 'Text of 甲板' }).waitFor()
  // Longer than a save would wait: an unfinished composition does not become a version.
  await new Promise((done) => setTimeout(done, PAUSE))
  await ime.compose("wo'me", "wo'men")
  await ime.keys('ArrowDown', 'Enter')
  await reads("wo'men")
  assert.doesNotMatch(other('read_text', '--node', '甲板'), /wo'/)
  await ime.choose('我们')
  await reads('我们')
  await until('the words on disk', () => /我们/.test(other('read_text', '--node', '甲板')))
  assert.match(other('read_text', '--node', '甲板'), /version +1\n/)
})

test('composed words stay when the same text changes elsewhere, and both versions are offered', async () => {
  await page.keyboard.press('End')
  await ime.compose('の', 'のぼ', 'のぼる')
  other('write_text', '别的话。', '--node', '甲板')
  await new Promise((done) => setTimeout(done, PAUSE))
  await reads('我们のぼる')
  await ime.choose('登る', 'Enter')
  await page.getByRole('radio', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Continue with these words' }).click()
  await reads('我们登る')
  await until('the words on disk', () => /我们登る/.test(other('read_text', '--node', '甲板')))
})

test('name completion works with composed text and full-width brackets', async () => {
  const offered = page.locator('.cm-tooltip-autocomplete li', { hasText: '码头' })
  await prose().press('Control+a')
  await page.keyboard.type('去@')
  await offered.waitFor()
  await ime.compose('m', "ma'tou")
  await ime.keys('ArrowDown', 'Enter')
  await ime.choose('码')
  await take(offered)
  await reads('去码头')
  await ime.compose('d', 'de')
  await ime.choose('的，【【')
  await offered.waitFor()
  await ime.compose('m', "ma't")
  await ime.choose('码', 'Enter')
  await take(offered)
  await reads('去码头的，[[码头]]')
  // Within the words of a link, and directly after it.
  for (const _ of '头]]') await page.keyboard.press('ArrowLeft')
  await ime.compose('x', 'xin')
  await ime.choose('新')
  for (const _ of '头]]') await page.keyboard.press('ArrowRight')
  await ime.compose('ㄱ', '가')
  await ime.choose('가')
  await reads('去码头的，[[码新头]]가')
})

test('attribute and choice fields accept composed text even if they change meanwhile', async () => {
  other('update_node_kv', '--node', '甲板', 'Age=3')
  other('link_nodes', '--from', '甲板', '--to', '码头', '--label', '下船')
  const age = named('Value of Age')
  await age.press('End')
  await ime.compose('s', 'sui')
  other('update_node_kv', '--node', '甲板', 'Age=9')
  await ime.keys('Enter')
  await has(age, '3sui')
  assert.match(other('read_node_kv', '--node', '甲板'), /Age +9\n/)
  await ime.choose('岁', 'Enter')
  await page.keyboard.press('Enter')
  await until('the value', () => /Age +3岁\n/.test(other('read_node_kv', '--node', '甲板')))

  const label = named('Label of the choice to 码头')
  await label.press('End')
  await ime.compose('ㄱ', '가')
  await ime.keys('Enter', 'Escape')
  await ime.choose('가', 'Enter')
  await has(label, '下船가')
  await page.keyboard.press('Enter')
  await until('the label', () => /下船가/.test(other('read_node', '--node', '甲板')))

  const target = page.getByRole('combobox', { name: 'Leads to…' })
  await target.click()
  await ime.compose('c', 'cang')
  await ime.keys('Enter')
  await has(target, 'cang')
  await ime.choose('舱', 'Enter')
  await page.keyboard.press('Enter')
  await entry(page, '舱').waitFor()
})

test('the assistant gets the message only after the composition, and its commands are found in Chinese', async () => {
  await panel(page, 'assistant')
  const message = named('Message to the assistant')
  const turns = page.getByRole('article')
  await message.click()
  await ime.compose('か', 'かん', 'かんじ')
  await ime.keys('ArrowDown', 'Enter')
  await ime.choose('漢字', 'Enter')
  await has(message, '漢字')
  assert.equal(await turns.count(), 0)
  await message.fill('')
  // What the slash key types meanwhile.
  await ime.choose('、')
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  await ime.compose('x', 'xin')
  await ime.keys('ArrowDown', 'Tab', 'Escape', 'Enter')
  await has(message, '、xin')
  await ime.choose('新建', 'Enter')
  await page.getByRole('option', { name: /^\/create_node/ }).waitFor()
  await message.fill('')
  await panel(page, 'inspector')
})

test('search runs after a composition ends; Escape only cancels the composition', async () => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await ime.compose('m', "ma'tou")
  await ime.keys('ArrowDown', 'Enter', 'Escape')
  assert.equal(await palette.count(), 1)
  await ime.choose('码头', 'Enter')
  await palette.getByRole('option', { name: '码头' }).first().waitFor()
  await page.keyboard.press('Enter')
  await has(named('Title'), '码头')

  await entry(page, '甲板').click()
  await prose().click()
  await page.keyboard.press('Control+f')
  const find = page.locator('.cm-search input[name=search]')
  await ime.compose('m', "ma'tou")
  await ime.keys('Enter', 'Escape')
  await ime.choose('码头', 'Enter')
  await has(find, '码头')
  await page.keyboard.press('Enter')
  await page.locator('.cm-searchMatch-selected').waitFor()
  await page.keyboard.press('Escape')
})

test('a cell of the story bible keeps its composition while its row moves', async () => {
  other('create_node', '林梅', '--kind', 'character')
  other('update_node_kv', '--node', '林梅', 'Age=4')
  await page.getByRole('radio', { name: 'Bible' }).click()
  const bible = page.getByRole('region', { name: 'Bible' })
  const cell = bible.getByRole('textbox', { name: '林梅: Age' })
  await cell.press('End')
  await ime.compose('s', 'sui')
  other('create_node', '一号', '--kind', 'character')
  other('rename_node', '陈船长', '--node', '林梅')
  const moved = bible.getByRole('textbox', { name: '陈船长: Age' })
  await moved.waitFor()
  await ime.keys('ArrowDown', 'Enter')
  await has(moved, '4sui')
  await ime.choose('岁', 'Enter')
  await has(moved, '4岁')
  await page.keyboard.press('Enter')
  await until('the value', () => /Age +4岁\n/.test(other('read_node_kv', '--node', '陈船长')))

  const filter = bible.getByRole('searchbox')
  await filter.click()
  await ime.compose('c', 'chen')
  await ime.choose('陈')
  await until('one row', async () => (await bible.getByRole('row').count()) === 2)
})
