/**
 * The harness of the end-to-end tests: the real program with its own home, and pages of a real
 * browser. Independent of what is tested. The program is `STORYTELLER`, or the debug build.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import axe from 'axe-core'
import { launchBrowser } from './browser.mjs'

/** How long to wait for something on a busy machine, in ms. */
export const TIMEOUT_MS = Number(process.env.TIMEOUT_MS ?? 60_000)
/** The factor by which a page's processor is slowed down, to find what only works on fast ones. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1)

const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target')
const program = process.env.STORYTELLER ?? join(target, 'debug', 'storyteller')

/** A home, a server and a browser; `close` removes all of it. */
export async function startProgram({ story, locale = 'en-GB', dark = false } = {}) {
  if (!existsSync(program))
    throw new Error(`${program} is not there: cargo build --bin storyteller`)
  const home = await mkdtemp(join(tmpdir(), 'storyteller-journey-'))
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    STORYTELLER_CONFIG: join(home, 'config'),
    STORYTELLER_STORIES: join(home, 'stories'),
  }
  const browser = await launchBrowser()
  const faults = []
  let server = await serve(environment, story?.(environment))

  /** A separate window, as in another browser. */
  async function open(options = {}) {
    const { colors = dark ? 'dark' : 'light', address = server.address } = options
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      colorScheme: colors,
      reducedMotion: 'reduce',
      locale: options.locale ?? locale,
      acceptDownloads: true,
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    const page = await context.newPage()
    if (SLOWDOWN > 1) {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    }
    page.on('pageerror', (error) => faults.push(error))
    // The page's security policy reports blocked requests only on the console.
    page.on('console', (said) => {
      if (/Content Security Policy|TrustedHTML|Trusted Type/i.test(said.text())) {
        faults.push(new Error(said.text()))
      }
    })
    await page.goto(address)
    return page
  }
  return {
    home,
    faults,
    open,
    /** Kills the server, as a crash would, and starts it again. */
    async crash() {
      server.child.kill('SIGKILL')
      server = await serve(environment)
      return server.address
    },
    /** Runs the command line on the story file, as another program would. */
    command(...words) {
      const done = spawnSync(program, words, { env: environment, encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`${words.join(' ')}: ${done.stderr || done.stdout}`)
      return done.stdout
    },
    /** The story files of this home. */
    async stories() {
      const folder = environment.STORYTELLER_STORIES
      const names = await readdir(folder)
      return names.filter((it) => it.endsWith('.story')).map((it) => join(folder, it))
    },
    async close() {
      await browser.close()
      server.child.kill('SIGTERM')
      await new Promise((done) => server.child.once('exit', done))
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** Serves the workspace, or one story, and waits for the address. */
async function serve(env, story) {
  const words = ['serve', ...(story ? [story] : [])]
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const [address] = line.match(/http:\/\/\S+/) ?? []
    if (address) return { child, address }
  }
  throw new Error('the server ended without an address')
}

/**
 * The violations axe finds on a page or a part of it, as `rule: place` lines; empty if there are
 * none.
 */
export async function violations(page, within) {
  await page.evaluate(axe.source)
  const found = await page.evaluate(
    (part) => window.axe.run(part ?? document, { resultTypes: ['violations'] }),
    within,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((it) => `${id}: ${it.target.join(' ')} ${it.failureSummary}`),
  )
}
