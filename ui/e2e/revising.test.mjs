/**
 * End-to-end tests of revising: alternatives, findings at passages, facts along the story, jobs over
 * many texts, and the style guide. A server on this machine stands for a language model.
 */

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { entry, openSample, panel, story, until } from './helpers.mjs'
import { startModel } from './languageModel.mjs'

const folder = process.env.PICTURES

let here
let page
let model
let file

/** A line in place of each text, with the links of the text, which have to stay. */
function rewritten(messages) {
  const links = JSON.stringify(messages.at(-1)).match(/\[\[[^\]]*\]\]/g) ?? []
  return `Rewritten. ${[...new Set(links)].join(' ')}`.trim()
}

before(async () => {
  model = await startModel(rewritten)
  here = await startProgram({
    story: (environment) => model.configure(environment),
  })
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(async () => {
  model.release()
  await here.close()
  model.close()
})

/** Looks at the screen with axe, and keeps a picture where one is wanted. */
async function look(name, within) {
  if (folder) {
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  assert.deepEqual(await violations(page, within), [], name)
}

const selectedText = () => page.evaluate(() => document.getSelection()?.toString())

test('a finding opens both of its passages, is waived with a reason, reopened and marked as fixed', async () => {
  const says = 'The office light is on in one scene and off in the other.'
  const [passage, other] = ['the office light goes out', 'It is not a question.']
  here.command(
    'add_finding',
    file,
    '--says',
    says,
    '--passage',
    passage,
    '--node',
    'Gangway',
    '--other-passage',
    other,
    '--other-node',
    'Under the Lamp',
  )
  await page.keyboard.press('Control+Shift+M')
  const problems = page.getByRole('region', { name: 'Problems' })
  const first = problems.getByRole('button', { name: /^Contradiction/ })
  await first.waitFor()
  await look('findings', '[aria-label=Problems]')
  await first.press('Enter')
  await until('the passage', async () => (await selectedText()) === passage)
  await panel(page, 'problems')
  await problems.getByRole('button', { name: /^Under the Lamp/ }).click()
  await until('the other passage', async () => (await selectedText()) === other)
  await panel(page, 'problems')
  await problems.getByRole('button', { name: 'Leave as is…' }).click()
  await page.keyboard.type('The narrator is not to be trusted.')
  await page.keyboard.press('Enter')
  await problems.getByText('Left as is: The narrator is not to be trusted.').waitFor()
  await problems.getByRole('button', { name: 'Reopen' }).click()
  await problems.getByText('Continuity').waitFor()
  await problems.getByRole('button', { name: 'Mark as fixed' }).click()
  await until('no finding', async () => (await problems.getByText(says).count()) === 0)
})

test('alternatives are shown side by side; one is adopted, and undo reverts it', async () => {
  await panel(page, 'inspector')
  for (const [name, text] of [
    ['storm', 'The gangway bucks like a horse.'],
    ['quiet', 'Nobody has used this gangway in years, and it shows.'],
    ['letter', 'The letter said to come before the light goes out.'],
  ])
    here.command(
      'write_text',
      file,
      '--node',
      'Gangway',
      '--text',
      text,
      '--adopt=false',
      '--name',
      name,
    )
  await entry(page, 'Gangway').click()
  const list = page.getByRole('list', { name: 'Alternatives' })
  await until('three of them', async () => (await list.getByRole('listitem').count()) === 3)
  await look('alternatives')
  await page.getByRole('button', { name: 'Side by side' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').nth(3).waitFor()
  await look('alternatives-compared')
  await dialog.getByRole('checkbox', { name: 'Blend “storm” with another' }).check()
  await dialog.getByRole('checkbox', { name: 'Blend “quiet” with another' }).check()
  await dialog.getByRole('button', { name: 'Blend two…' }).click()
  const message = page.getByRole('textbox', { name: 'Message to the assistant' })
  await until('the message', async () =>
    /blends “storm” with “quiet”/.test(await message.inputValue()),
  )
  await message.fill('')
  await panel(page, 'inspector')
  await list.getByRole('button', { name: 'Use “quiet”' }).click()
  const text = page.getByRole('textbox', { name: 'Text of Gangway' })
  await until('the text', async () => /in years, and it shows/.test(await text.textContent()))
  await until('two left', async () => (await list.getByRole('listitem').count()) === 2)
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await until('the old text', async () => /slick and shorter/.test(await text.textContent()))
  await until('three again', async () => (await list.getByRole('listitem').count()) === 3)
})

test('an attribute changes from a scene on, its source opens, and later scenes show the fact', async () => {
  await entry(page, 'Lin Mei').click()
  await page.getByRole('button', { name: 'Add Change along the story' }).click()
  await page.getByRole('combobox', { name: 'What changes' }).fill('Coat')
  await page.getByRole('textbox', { name: 'What it becomes' }).fill('soaked')
  await page.getByRole('combobox', { name: 'From this scene on' }).fill('Under the Lamp')
  await page.getByRole('textbox', { name: /^Words in “Under the Lamp”/ }).fill('She is soaked')
  await page.getByRole('button', { name: 'Add a change' }).click()
  const coat = page.getByRole('list', { name: 'Coat' })
  await coat.waitFor()
  await look('facts')
  await coat.getByRole('button', { name: /^Open the passage/ }).click()
  await until('the source', async () => (await selectedText()) === 'She is soaked')
  await entry(page, 'Stay Ashore').click()
  const holds = page.getByRole('region', { name: 'What holds here' })
  await holds.getByText('soaked', { exact: true }).waitFor()
  await holds.getByText('depends on the path').waitFor()
  await look('holds')
  await holds.getByRole('button', { name: 'Lin Mei' }).click()
  await coat.getByRole('listitem').hover()
  await coat.getByRole('button', { name: /^Remove Coat/ }).click()
  await until('no change left', async () => (await coat.count()) === 0)
})

test('a job is estimated, paused and resumed, and its texts are reviewed and accepted', async () => {
  await page.getByRole('application').focus()
  await entry(page, 'Gangway').click()
  await entry(page, 'Stay Ashore').click({ modifiers: ['Control'] })
  await entry(page, 'Count Again').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Edit the texts…' }).click()
  const jobs = page.getByRole('region', { name: 'Jobs' })
  await jobs.getByRole('radio', { name: 'Selected (3)', checked: true }).waitFor()
  await jobs.getByRole('textbox', { name: /each text/ }).fill('Put it into the past tense.')
  await jobs.getByText(/^3 texts, one request each · about .* tokens/).waitFor()
  await look('job-estimate')
  model.hold()
  await jobs.getByRole('button', { name: 'Start' }).click()
  await jobs.getByRole('button', { name: 'Pause' }).waitFor()
  await until('a request', async () => model.asked.length > 0)
  await look('job-running')
  await jobs.getByRole('button', { name: 'Pause' }).click()
  model.release()
  await jobs.getByRole('button', { name: /^(Resume|Try again)/ }).click()
  await jobs.getByRole('button', { name: 'Review 3 texts' }).waitFor()
  await look('job-done')
  await jobs.getByRole('button', { name: 'Review 3 texts' }).click()
  const review = page.getByRole('region', { name: 'Draft' })
  await review.getByRole('button', { name: /^Accept/ }).click()
  await until(
    'nothing to review',
    async () => (await jobs.getByRole('button', { name: /^Review/ }).count()) === 0,
  )
  await entry(page, 'Count Again').click()
  await panel(page, 'inspector')
  const text = page.getByRole('textbox', { name: 'Text of Count Again' })
  await until('the new text', async () => /Rewritten/.test(await text.textContent()))
})

test('the style guide is opened from the story menu and saved', async () => {
  await story(page, 'Style guide…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Tense' }).fill('past')
  await dialog.getByRole('button', { name: 'Add a rule' }).click()
  await page.keyboard.type('No dreams.')
  await look('style-guide')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await until('the dialog gone', async () => (await dialog.count()) === 0)
  const { data } = JSON.parse(here.command('read_style_guide', file, '--json'))
  assert.deepEqual([data.tense, data.rules], ['past', ['No dreams.']])
  await story(page, 'Style guide…')
  const rule = dialog.getByRole('textbox', { name: 'Rule 1' })
  await until('the rule', async () => (await rule.inputValue()) === 'No dreams.')
  await page.keyboard.press('Escape')
})

test('a snapshot shows what has changed since, with the change alone of a long text', async () => {
  await panel(page, 'history')
  await page.getByLabel('Name of the snapshot').fill('First draft')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  const since = page.getByRole('button', { name: 'What has changed since “First draft”' })
  await since.click()
  await page.getByText('Nothing has changed since.').waitFor()
  const long = 'She counted the steps and lost count again. '.repeat(40)
  const write = (color) => {
    const text = `The ${color} lamp burned.\n\n${long}`
    here.command('write_text', file, '--node', 'Gangway', '--text', text)
  }
  write('red')
  here.command('create_snapshot', file, '--name', 'Second draft')
  write('blue')
  const second = page.getByRole('button', { name: 'What has changed since “Second draft”' })
  await second.click()
  const row = page.getByRole('listitem').filter({ has: second })
  await row.getByText('1 change since.').waitFor()
  await row.getByRole('button', { name: 'Show changes' }).click()
  await row.getByRole('deletion').filter({ hasText: 'red' }).waitFor()
  await look('since-a-snapshot')
  const hidden = row.getByRole('button', { name: /unchanged words$/ })
  const shown = async () => (await row.textContent()).split('lost count again').length - 1
  assert.ok((await shown()) < 10, 'the unchanged text is hidden')
  await hidden.click()
  assert.equal(await shown(), 40)
  await row.getByRole('button', { name: 'Restore “Second draft”' }).click()
  await row.getByText('Nothing has changed since.').waitFor()
  const { data } = JSON.parse(here.command('read_text', file, '--node', 'Gangway', '--json'))
  assert.match(data.text, /^The red lamp burned/)
})

test('a word that comes again soon is listed, and opened at its place', async () => {
  const text = 'A marmalade cat sat on the crates. The marmalade had been unloaded in the morning.'
  here.command('append_text', file, '--node', 'Stay Ashore', '--text', text)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('repetitions')
  await page
    .getByRole('option', { name: /repetitions/ })
    .first()
    .click()
  const close = page.getByRole('region', { name: 'Close together' })
  await close.getByRole('button', { name: /^marmalade × 2 Stay Ashore/ }).click()
  await page.getByRole('textbox', { name: 'Text of Stay Ashore' }).waitFor()
  const selected = 'marmalade cat sat on the crates. The marmalade'
  await until('the passage selected', async () => {
    return (await page.evaluate(() => String(getSelection()))) === selected
  })
})
