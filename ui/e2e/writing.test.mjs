/** End-to-end tests of one writer: from the first start to an exported story. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, importFile, newStory, openSample, panel, saved, story, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
})
after(() => here.close())

test('a story is written by hand from first start to export', async () => {
  page = await here.open()
  await newStory(page, 'The Glass Lighthouse')
  await page.getByRole('button', { name: 'New scene', exact: true }).click()
  await page.keyboard.type('The Lamp Room')
  await page.keyboard.press('Enter')
  await entry(page, 'The Lamp Room').click()
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await text.click()
  await page.keyboard.type('The light turns. 灯在转。')
  await page.getByText('6 words').waitFor()
  // A choice to a node that does not exist creates it.
  await page.getByRole('textbox', { name: 'New choice' }).fill('Go down')
  await page.getByRole('combobox', { name: 'Leads to…' }).fill('The Stairs')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: 'Add choice' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await entry(page, 'The Stairs').waitFor()

  await story(page, /^Export/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Continue elsewhere' }).click()
  await dialog
    .getByRole('combobox', { name: 'Format', exact: true })
    .selectOption({ label: 'Twee 3 (.twee)' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const twee = await saved(await download)
  assert.match(twee, /:: The Lamp Room/)
  assert.match(twee, /The light turns\. 灯在转。/)
  assert.match(twee, /Go down(->|\|)The Stairs/)
  await page.keyboard.press('Escape')
})

test('an exported file is imported next to the story and removed with one undo', async () => {
  const twee = ':: Start\nA door. [[Knock->Door]]\n\n:: Door\nIt opens.\n'
  const dialog = await importFile(page, {
    name: 'door.twee',
    mimeType: 'text/plain',
    buffer: Buffer.from(twee),
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByText(/2 cards/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'Door').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the imported nodes gone', async () => (await entry(page, 'Door').count()) === 0)
  await entry(page, 'The Lamp Room').waitFor()
})

test('a crash loses no text and the next start restores the position', async () => {
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await entry(page, 'The Lamp Room').click()
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And again.')
  await page.getByRole('img', { name: 'Everything is saved' }).waitFor()
  const [file] = await here.stories()
  await until('the words on disk', () =>
    here.command('read_text', file, '--node', 'The Lamp Room').includes('And again.'),
  )
  const address = await here.crash()
  const again = await here.open({ address })
  await again.getByRole('heading', { name: 'The Glass Lighthouse', level: 1 }).waitFor()
  await entry(again, 'The Lamp Room').click()
  const kept = again.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await until('the words', async () => (await kept.textContent()).includes('And again.'))
  await page.context().close()
  page = again
})

test('versions are compared, an old one is adopted, and that is undone', async () => {
  await page.getByRole('button', { name: 'History of Text' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Compare to version 1' }).check()
  await dialog.getByRole('button', { name: 'Use version 1' }).click()
  const text = page.getByRole('textbox', { name: 'Text of The Lamp Room' })
  await page.keyboard.press('Escape')
  await until('the older text', async () => !(await text.textContent()).includes('And again.'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await until('the newer text', async () => (await text.textContent()).includes('And again.'))
})

test('the story is played from its start to an ending by keyboard', async () => {
  await story(page, /^Close/)
  await openSample(page)
  await page.getByRole('button', { name: 'Play the story' }).click()
  const play = page.getByRole('region', { name: 'Play' })
  await play.getByRole('article').getByRole('heading').waitFor()
  const way = play.getByRole('navigation', { name: 'Path so far' }).getByRole('button')
  await until('an ending', async () => {
    const choices = play.getByRole('button', { name: /^\d / })
    const count = await choices.count()
    if (count === 0) return true
    // The last choice continues, the first may lead back.
    await choices.nth((await way.count()) % count).focus()
    await page.keyboard.press('Enter')
    return false
  })
  const seen = new Set(await way.allInnerTexts())
  assert.ok(seen.size >= 3, [...seen].join(', '))
})

test('a table of characters is sorted, filtered and edited in bulk', async () => {
  await page.getByRole('radio', { name: 'Bible' }).click()
  const bible = page.getByRole('region', { name: 'Bible' })
  await bible
    .getByRole('combobox', { name: 'Kind', exact: true })
    .selectOption({ label: 'Character' })
  await until('two characters', async () => (await bible.getByRole('row').count()) === 3)
  await bible.getByRole('checkbox', { name: 'Select all rows' }).check()
  const bulk = bible.getByRole('form', { name: '2 rows selected' })
  await bulk.getByLabel('Attribute').fill('Ship')
  await bulk.getByLabel('Value').fill('Perdita')
  await bulk.getByRole('button', { name: 'Set', exact: true }).click()
  await bible.getByRole('textbox', { name: 'Lin Mei: Ship' }).waitFor()
  await bible.getByRole('searchbox').fill('engineer')
  await until('one row', async () => (await bible.getByRole('row').count()) === 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(
    'the column gone',
    async () => (await bible.getByRole('textbox', { name: 'Lin Mei: Ship' }).count()) === 0,
  )
})

test('pasted spreadsheet rows create and change nodes, undone in one step', async () => {
  const bible = page.getByRole('region', { name: 'Bible' })
  await bible.getByRole('searchbox').fill('')
  await page.evaluate((text) => {
    document.activeElement?.blur?.()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = { clipboardData, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new ClipboardEvent('paste', event))
  }, '姓名\t阵营\tNotes\nLin Mei\t船员\t"two\nlines"\n陈船长\t船员\t\n')
  await page.getByRole('button', { name: 'Paste 2 rows' }).click()
  const side = (title) => bible.getByRole('textbox', { name: `${title}: 阵营` })
  await until('the new node', async () => (await side('陈船长').count()) === 1)
  assert.equal(await side('Lin Mei').inputValue(), '船员')
  assert.equal(
    await bible.getByRole('textbox', { name: 'Lin Mei: Notes' }).inputValue(),
    'two\nlines',
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await until(
    'both gone',
    async () => (await bible.getByRole('textbox', { name: /阵营/ }).count()) === 0,
  )
  assert.equal(await entry(page, '陈船长').count(), 0)
})

test('a link to a missing title says so and creates the node', async () => {
  await page.getByRole('radio', { name: 'Map' }).click()
  await panel(page, 'inspector')
  await entry(page, 'Gangway').click()
  const prose = page.getByRole('textbox', { name: 'Text of Gangway' })
  await prose.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(' [[Down->The Cold Hold]]')
  const link = prose.locator('.cm-story-link-unknown')
  await link.hover()
  await page.getByText('There’s no “The Cold Hold” yet.').waitFor()
  await link.click({ modifiers: ['Control'] })
  await entry(page, 'The Cold Hold').waitFor()
  await until('a known link', async () => (await link.count()) === 0)
  await prose.locator('.cm-story-link', { hasText: 'Down' }).click({ modifiers: ['Control'] })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await until('the node', async () => (await title.inputValue()) === 'The Cold Hold')
})

test('the manuscript reopens at the last position', async () => {
  const top = () =>
    page.getByRole('region', { name: 'Pages' }).evaluate((box) => {
      const { top: edge } = box.getBoundingClientRect()
      const all = [...box.querySelectorAll('article')]
      const first = all.find((it) => it.getBoundingClientRect().bottom > edge + 1)
      return first && [first.querySelector('input').value, first.getBoundingClientRect().top - edge]
    })
  await page.getByRole('radio', { name: 'Text' }).click()
  const pages = page.getByRole('region', { name: 'Pages' })
  await pages.getByRole('textbox').nth(1).waitFor()
  await pages.hover()
  // The last edited node ends the text, and the text opens there, so it can only scroll up.
  const isAtEnd = (box) =>
    box.scrollTop > 900 && box.scrollTop + box.clientHeight > box.scrollHeight - 2
  await until('the end', () => pages.evaluate(isAtEnd))
  const begun = JSON.stringify(await top())
  await page.mouse.wheel(0, -900)
  // Chromium scrolls smoothly to it: scrolling must have begun before it can end.
  await until('a move', async () => JSON.stringify(await top()) !== begun)
  let left
  await until('rest', async () => {
    const before = JSON.stringify(left)
    left = await top()
    return before === JSON.stringify(left)
  })
  await page.getByRole('radio', { name: 'Map' }).click()
  await page.getByRole('radio', { name: 'Text' }).click()
  await until('the place', async () => {
    const [title, offset] = (await top()) ?? []
    return title === left[0] && Math.abs(offset - left[1]) < 3
  })
})

test('scenes are written one after the other, and a chapter of them is exported as one', async () => {
  const novel = await startProgram()
  try {
    const desk = await novel.open()
    await newStory(desk, 'The Long Night')
    await desk.getByRole('button', { name: 'New scene', exact: true }).click()
    await desk.keyboard.type('Dusk')
    await desk.keyboard.press('Enter')
    await desk.getByRole('textbox', { name: 'Text of Dusk' }).click()
    await desk.keyboard.type('The lamps were lit.')
    for (const [title, words] of [
      ['New scene', 'Nobody slept.'],
      ['New scene 2', 'Then it was day.'],
    ]) {
      await desk.keyboard.press('Control+Shift+Enter')
      await desk.getByRole('textbox', { name: `Text of ${title}`, exact: true }).waitFor()
      await desk.keyboard.type(words)
    }
    // One between the others, with the caret in the first.
    await entry(desk, 'Dusk').click()
    await desk.keyboard.press('Control+Shift+Enter')
    await entry(desk, 'New scene 3').waitFor()
    const titles = async () => (await desk.getByRole('treeitem').allTextContents()).join('|')
    await until('the order', async () => /Dusk.*New scene 3.*New scene\|.*2/.test(await titles()))
    await desk.keyboard.press('Escape')
    await entry(desk, 'New scene 3').click()
    await desk.keyboard.press('Delete')
    await until('no gap', async () => /Dusk[^|]*\|New scene\|New scene 2/.test(await titles()))
    const [file] = await novel.stories()
    const scenes = JSON.stringify(['Dusk', 'New scene', 'New scene 2'])
    novel.command('group_nodes', file, '--nodes', scenes, '--title', 'Night')
    await entry(desk, 'Night').waitFor()

    await story(desk, /^Export/)
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Read' }).click()
    await dialog.getByRole('combobox', { name: 'Format', exact: true }).selectOption('epub')
    await dialog.getByRole('combobox', { name: 'Chapters' }).selectOption('group')
    await dialog.getByText(/Their titles are not in the book/).waitFor()
    const download = desk.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save file' }).click()
    const book = await (await download).path()
    const imported = JSON.parse(novel.command('import', file, book, '--preview', '--json'))
    const [chapter, ...others] = imported.first
    assert.equal(others.length, 0)
    assert.equal(chapter.title, 'Night')
  } finally {
    await novel.close()
  }
})
