/**
 * Benchmarks both pages in one run and prints a table: `node run.mjs [--quick]`, after `vite build
 * --config bench/vite.config.ts`. Figures are the main thread's own time, which is least affected
 * by other work on the machine.
 */

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { launchBrowser } from '../e2e/browser.mjs'

const quick = process.argv.includes('--quick')
const sizes = quick ? [200, 1_000] : [1_000, 10_000]
const frames = quick ? 20 : 60
/** How often each page is opened; the median counts. */
const openings = quick ? 1 : 5
const folder = new URL('./dist/', import.meta.url).pathname
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://page').pathname)
  const content = await readFile(join(folder, path)).catch(() => undefined)
  response.writeHead(content ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' })
  response.end(content)
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const address = `http://127.0.0.1:${server.address().port}`

const browser = await launchBrowser(['--js-flags=--expose-gc'])

/** The action of each frame; back and forth, so that the view stays near the cards. */
const steps = {
  'pan near, CPU ms a frame': ['near', '(i) => window.bench.pan(i % 60 < 30 ? -12 : 12, i % 60 < 30 ? -7 : 7)'],
  'zoom, CPU ms a frame': ['near', '(i) => window.bench.zoom(i % 30 < 15 ? 0.96 : 1 / 0.96)'],
  'drag a card, CPU ms a frame': ['near', '() => window.bench.drag(4)'],
  'pan with all in view, CPU ms a frame': ['all', '(i) => window.bench.pan(i % 60 < 30 ? -12 : 12, 0)'],
}

async function measure(page, count) {
  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  const wire = await tab.context().newCDPSession(tab)
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await wire.send('Performance.getMetrics')
    return metrics.find((it) => it.name === 'TaskDuration').value * 1000
  }
  const opened = []
  for (let i = 0; i < openings; i++) {
    await tab.goto(`${address}/${page}.html?count=${count}`)
    await tab.waitForFunction(() => window.bench)
    opened.push(await tab.evaluate(() => window.bench.opened))
  }
  const found = { 'first complete frame, ms': median(opened) }
  for (const [name, [view, step]] of Object.entries(steps)) {
    await tab.evaluate((view) => window.bench[view](), view)
    await idle(tab)
    const before = await busy()
    await tab.evaluate(
      async ([step, frames]) => {
        const act = new Function(`return ${step}`)()
        for (let i = 0; i < frames; i++) {
          act(i)
          await new Promise(requestAnimationFrame)
        }
      },
      [step, frames],
    )
    found[name] = ((await busy()) - before) / frames
  }
  await tab.evaluate(() => globalThis.gc?.())
  const { usedSize } = await wire.send('Runtime.getHeapUsage')
  found['heap, MB'] = usedSize / 1e6
  await tab.close()
  return found
}

function median(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
}

/** Waits until the page has been idle for a while. */
async function idle(tab) {
  await tab.evaluate(async () => {
    // At most this many frames: a busy machine may never be idle.
    for (let calm = 0, waited = 0; calm < 12 && waited < 90; waited++) {
      const before = performance.now()
      await new Promise(requestAnimationFrame)
      calm = performance.now() - before < 40 ? calm + 1 : 0
    }
  })
}

const rows = []
for (const count of sizes) {
  const [ours, flow] = [await measure('ours', count), await measure('flow', count)]
  for (const name of Object.keys(ours)) {
    const ratio = flow[name] / ours[name]
    rows.push([`${name}, ${count} nodes`, ours[name].toFixed(1), flow[name].toFixed(1), ratio.toFixed(1)])
  }
}
await browser.close()
server.close()

const heads = ['figure', 'our map', 'React Flow', 'times less']
const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((it) => it[at].length)))
const line = (cells) => `| ${cells.map((it, at) => it.padEnd(widths[at])).join(' | ')} |`
console.log(line(heads))
console.log(`| ${widths.map((it) => '-'.repeat(it)).join(' | ')} |`)
for (const row of rows) console.log(line(row))
