/**
 * How fast the desktop window is there and what it holds: `node measurements.mjs PROGRAM [RUNS]`.
 * First paint is counted from the start of the process, memory is that of all its processes (the
 * share of each, PSS) five seconds after. The baseline is the web view's own small browser on an
 * empty page, until it answers: what any window of this kind costs.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stage } from './driver.mjs'

const [program, runs = '5'] = process.argv.slice(2)
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const IDLE = 5000
const TICKS = 100

const rows = []
const ours = []
const bare = []
for (let run = 0; run < Number(runs); run += 1) {
  ours.push(await measure(program))
  if (existsSync(BROWSER)) bare.push(await measure(BROWSER, 'MiniBrowser', ['--automation']))
}
for (const [name, unit, pick] of [
  ['window, from its start to its first paint', 'ms', (it) => it.paint],
  ['window, memory of all its processes, idle', 'MB', (it) => it.memory],
]) {
  const [mine, baseline] = [median(ours.map(pick)), median(bare.map(pick))]
  const ratio = (mine / baseline).toFixed(2)
  rows.push(`| ${name} | ${mine.toFixed(0)} ${unit} | ${baseline.toFixed(0)} ${unit} | ${ratio} |`)
}
console.log('| figure | ours | an empty page in the same web view | ratio |')
console.log('| --- | --- | --- | --- |')
console.log(rows.join('\n'))

/** One start on a stage of its own, so that nothing is warm but the disk's cache. */
async function measure(binary, ...started) {
  const here = await stage()
  try {
    const page = await here.open(binary, ...started)
    const painted = await page.run(`
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return performance.timeOrigin + (paint ? paint.startTime : performance.now())`)
    const own = family(binary)
    const begun = startOf(own[0])
    await new Promise((done) => setTimeout(done, IDLE))
    const memory = family(binary).reduce((sum, it) => sum + pss(it), 0) / 1024
    await page.close()
    return { paint: painted - begun, memory }
  } finally {
    await here.close()
  }
}

/** The process of a program and all that it began, by their numbers. */
function family(binary) {
  const all = readdirSync('/proc').filter((it) => /^\d+$/.test(it))
  const parents = new Map(all.map((it) => [it, parentOf(it)]))
  const first = all.find((it) => commandOf(it) === binary)
  if (!first) throw new Error(`${binary} is not running`)
  const found = [first]
  for (let known = 0; known < found.length; known += 1)
    found.push(...all.filter((it) => parents.get(it) === found[known]))
  return found
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function commandOf(process) {
  return read(`/proc/${process}/cmdline`).split('\0')[0]
}

/** The fields of a process after its name, which may hold anything. */
function fields(process) {
  return read(`/proc/${process}/stat`).replace(/^.*\) /s, '').split(' ')
}

function parentOf(process) {
  return fields(process)[1]
}

/** When a process began, in milliseconds since 1970. */
function startOf(process) {
  const booted = Number(/^btime (\d+)/m.exec(read('/proc/stat'))?.[1]) * 1000
  const up = Number(read('/proc/uptime').split(' ')[0]) * 1000
  const exact = Date.now() - up
  // The kernel tells the start of the machine in whole seconds; the time since is finer.
  const begun = Math.abs(exact - booted) < 2000 ? exact : booted
  return begun + (Number(fields(process)[19]) * 1000) / TICKS
}

function pss(process) {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${process}/smaps_rollup`))?.[1] ?? 0)
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
