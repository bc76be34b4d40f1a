/**
 * How the page feels with a story of ten thousand nodes: the release build of the program, a real
 * browser, real input. Each figure is printed with its aim; nothing fails. `--runs N` repeats what is
 * done by a gesture and takes the median.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProgram } from '../e2e/harness.mjs'

const NODES = 10_000
const at = process.argv.indexOf('--runs')
const RUNS = at < 0 ? 5 : Number(process.argv[at + 1])

const rows = []

/** A figure in milliseconds with what it should be at most. */
function figure(name, ms, aim) {
  const met = aim === undefined ? '' : ms <= aim ? 'yes' : 'no'
  rows.push([name, `${ms.toFixed(0)} ms`, aim === undefined ? '' : `≤ ${aim} ms`, met])
}

const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]

async function repeated(work) {
  const all = []
  for (let run = 0; run < RUNS; run++) all.push(await work(run))
  return median(all)
}

const here = await startProgram()
try {
  const file = join(here.home, 'large.twee')
  const passages = Array.from({ length: NODES }, (_, number) => {
    const links = [2 * number + 1, 2 * number + 2].filter((it) => it < NODES)
    const written = links.map((it) => `[[On to ${it}->Scene ${it}]]`).join('\n')
    const words = `This is scene ${number}. The rain counts the lamps of quay ${number % 977}.`
    return `:: Scene ${number}\n${words}\n${written}\n`
  })
  const data = ':: StoryData\n{"ifid":"6C8E7C0B-6D8B-4A7E-9C9C-2F1B6A0F3C11","start":"Scene 0"}\n'
  await writeFile(file, `${data}\n${passages.join('\n')}`)
  const page = await here.open()
  await recordFrames(page)
  await importing(page, file)
  await opening(page)
  await searching(page)
  await zooming(page)
  await dragging(page)
  await reading(page)
  const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0)
  rows.push(['memory of the page’s scripts', `${(heap / 1e6).toFixed(0)} MB`, '', ''])
} finally {
  await here.close()
}
print()

/** Times of frames from now on, in the page: the longest gap is what a person feels. */
async function recordFrames(page) {
  await page.evaluate(() => {
    window.frames10k = []
    const frame = (now) => {
      window.frames10k.push(now)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** The longest frame while something is done, and until two frames after it. */
async function worstFrame(page, work) {
  await page.evaluate(() => {
    window.frames10k.length = 0
  })
  await work()
  await page.evaluate(
    () =>
      new Promise((done) => {
        const count = window.frames10k.length
        const wait = () =>
          window.frames10k.length > count + 12 ? done() : requestAnimationFrame(wait)
        wait()
      }),
  )
  return page.evaluate(() => {
    const times = window.frames10k
    return Math.max(...times.slice(1).map((it, index) => it - times[index]))
  })
}

/** From now until something is true in the page, looked at in each frame. */
function until(page, condition, argument) {
  // As one expression: the page's own policy forbids it to make functions from text.
  return page.evaluate(`new Promise((done) => {
    const holds = ${condition}
    const given = ${JSON.stringify(argument) ?? 'undefined'}
    const began = performance.now()
    const look = () =>
      holds(given) ? done(performance.now() - began) : requestAnimationFrame(look)
    look()
  })`)
}

async function importing(page, path) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Import a file/ }).click()
  const chooser = await chosen
  const began = Date.now()
  const progress = page.getByRole('progressbar').first().waitFor()
  await chooser.setFiles(path)
  await progress
  figure('import: progress is shown', Date.now() - began, 200)
  await page.getByRole('treeitem', { name: 'Scene 0', exact: true }).first().waitFor()
  figure('import and open', Date.now() - began, 3000)
}

async function opening(page) {
  const titles = ['Scene 3', 'Scene 7', 'Scene 4', 'Scene 9', 'Scene 8']
  const time = await repeated(async (run) => {
    const title = titles[run % titles.length]
    const entry = page.getByRole('treeitem', { name: title, exact: true }).first()
    if ((await entry.count()) === 0) return 0
    const shown = until(
      page,
      (wanted) =>
        document.querySelector('input[aria-label="Title"]')?.value === wanted &&
        document.querySelector('.cm-content')?.textContent?.includes(`${wanted.toLowerCase()}.`),
      title,
    )
    await entry.click()
    return shown
  })
  figure('open a node, until its text is there', time, 100)
}

async function searching(page) {
  const listed = async (words, wanted) => {
    await page.keyboard.press('Control+K')
    const field = page.getByRole('combobox').last()
    await field.waitFor()
    const shown = until(
      page,
      (text) =>
        [...document.querySelectorAll('[role="option"]')].some((it) =>
          it.textContent.includes(text),
        ),
      wanted,
    )
    await field.fill(words)
    const time = await shown
    await page.keyboard.press('Escape')
    return time
  }
  figure('search, titles listed', await repeated((run) => listed(`Scene 98${run}`, `98${run}`)), 100)
  figure(
    'search, texts listed',
    await repeated((run) => listed(`lamps of quay ${300 + run}`, `quay ${300 + run}`)),
    100,
  )
}

async function zooming(page) {
  const map = page.getByRole('application')
  const box = await map.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const wheel = async (by) => {
    await page.keyboard.down('Control')
    for (let notch = 0; notch < 30; notch++) {
      await page.mouse.wheel(0, by)
      await page.waitForTimeout(16)
    }
    await page.keyboard.up('Control')
  }
  await map.press('Shift+1')
  figure('zoom in, worst frame', await worstFrame(page, () => wheel(-80)))
  figure('zoom out, worst frame', await worstFrame(page, () => wheel(80)), 50)
}

async function dragging(page) {
  const map = page.getByRole('application')
  const entry = page.getByRole('treeitem', { name: 'Scene 0', exact: true }).first()
  await entry.click()
  await map.press('Shift+2')
  await page.waitForTimeout(600)
  const box = await map.boundingBox()
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const carried = async () => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y + 40, { steps: 6 })
  }
  await carried()
  figure('drop one card, worst frame', await worstFrame(page, () => page.mouse.up()), 50)
  await map.press('Control+A')
  await page.mouse.move(from.x + 60, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y + 80, { steps: 6 })
  const answer = page.waitForResponse(
    (it) => it.request().method() === 'POST' && it.request().postData()?.includes('move_nodes'),
  )
  const began = Date.now()
  const worst = await worstFrame(page, () => page.mouse.up())
  figure('drop all cards, worst frame', worst, 200)
  await answer
  figure('drop all cards, until answered', Date.now() - began, 1000)
}

async function reading(page) {
  const shown = until(
    page,
    () => document.querySelectorAll('[data-view="text"] .cm-content, [data-view="text"] article').length > 0,
  )
  await page.getByRole('radio', { name: 'Text' }).click()
  figure('open the text view', await shown, 150)
}

function print() {
  const head = ['with 10,000 nodes', 'measured', 'aim', 'met']
  const widths = head.map((it, index) =>
    Math.max(it.length, ...rows.map((row) => [...row[index]].length)),
  )
  const line = (cells) =>
    `| ${cells.map((it, index) => it + ' '.repeat(widths[index] - [...it].length)).join(' | ')} |`
  console.log([line(head), line(widths.map((it) => '-'.repeat(it))), ...rows.map(line)].join('\n'))
}
