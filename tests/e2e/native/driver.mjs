/**
 * The real window without a display: a screen in memory (Xvfb), the system web view's own driver, and
 * the few calls of the W3C WebDriver protocol that a journey needs. Nothing here knows the page.
 */

import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Comes with the system's web view. */
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** What the driver calls a window of ours. */
const OURS = 'wry'
/** The side of its window, in pixels; files are carried from there. */
const SIDE = 400
/** Moves on the way of what is carried. */
const STEPS = 40
/** Looks for what was let go of, four a second. */
const POLL_INTERVAL = 20
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** How long something may take to come about on a busy machine before it is missing. */
const TIMEOUT_MS = 90_000
/** How long a window's page may take to be drawn before the window is opened again. */
const PAGE_TIMEOUT_MS = 40_000
/** Whether the page shows more than that it is being loaded. */
const IS_DRAWN = `return document.querySelector('#root > :not([role="status"])') !== null`
/** How long the driver may take to answer. Now and then it waits for a window that never comes. */
const ANSWER_TIMEOUT_MS = 25_000

/** A home of its own for the program, a screen and a driver; `close` takes all of it away. */
export async function stage() {
  const home = await mkdtemp(join(tmpdir(), 'storyteller-window-'))
  const started = []
  const { display, screen } = await startScreen()
  started.push(screen)
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    DISPLAY: display,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    STORYTELLER_CONFIG: join(home, 'storyteller'),
    STORYTELLER_STORIES: join(home, 'stories'),
    TAURI_WEBVIEW_AUTOMATION: 'true',
  }
  const { bus, address: session } = await startBus(environment)
  started.push(bus)
  environment.DBUS_SESSION_BUS_ADDRESS = session
  /** A driver for one window: one that has just ended a window may not notice the next one's start. */
  async function startDriver() {
    const port = await freePort()
    const driver = begin('WebKitWebDriver', [`--port=${port}`], environment)
    started.push(driver)
    const address = `http://127.0.0.1:${port}`
    await until('the driver', () => ask(address, 'GET', '/status').then((it) => it.ready))
    return address
  }
  /** Runs a program to its end in the same home and on the same screen, as a person's system would. */
  function run(program, ...words) {
    const done = spawnSync(program, words, { env: environment, encoding: 'utf8', timeout: TIMEOUT_MS })
    if (done.status !== 0) throw new Error(`${program}: ${done.error ?? done.stderr}`)
    return done.stdout
  }
  return {
    home,
    environment,
    /** Opens a window of ours, or of another program that its own name and words start. */
    async open(program, name = OURS, args = []) {
      // A program that is still ending would be handed what the next one is started with.
      await until('the end of the last window', async () => !(await running(program, home)).length)
      return until('a window', async () => {
        const driver = await startDriver()
        try {
          const page = await openWindow(driver, program, name, args)
          // Of another program, nothing is known.
          if (name === OURS) await until('the page', () => page.run(IS_DRAWN), PAGE_TIMEOUT_MS)
          return page
        } catch (error) {
          console.error(`the window is opened again: ${error.message}`)
          for (const id of await running(program, home)) process.kill(id, 'SIGKILL')
          throw error
        }
      })
    },
    run,
    /**
     * Carries a file with the pointer from another program's window, as from a file manager, and lets
     * go of it at a point of the screen outside of the upper left corner; again until it has come.
     */
    async carry(file, { x, y }, hasCome) {
      const source = join(home, 'carried.html')
      const fill = 'position:fixed;inset:0;background:#9cf'
      await writeFile(
        source,
        `<title>Carried</title><a href="${pathToFileURL(file)}" style="${fill}">file</a>`,
      )
      started.push(begin(BROWSER, [pathToFileURL(source).href], environment))
      const pointer = (...words) => run('xdotool', ...words.map(String))
      const from = await until('the window to carry from', () =>
        pointer('search', '--onlyvisible', '--name', 'Carried').trim().split('\n').at(-1),
      )
      pointer('windowsize', '--sync', from, SIDE, SIDE)
      const begins = SIDE / 2
      await until('what was carried', async () => {
        pointer('mousemove', begins, begins, 'mousedown', 1)
        // As a hand does: a drag begins, and is seen by a window, by moves on the way.
        for (let step = 1; step <= STEPS; step++) {
          const on = (to) => Math.round(begins + ((to - begins) * step) / STEPS)
          pointer('mousemove', on(x), on(y), 'sleep', '0.03')
        }
        pointer('mousemove', x + 1, y, 'sleep', '0.3', 'mouseup', 1)
        for (let look = 0; look < POLL_INTERVAL; look++) {
          if (await hasCome()) return true
          await new Promise((done) => setTimeout(done, 250))
        }
      })
    },
    async close() {
      for (const it of started.reverse()) it.kill('SIGKILL')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The processes of a program in this home. */
async function running(program, home) {
  const found = []
  for (const id of (await readdir('/proc')).filter((it) => /^\d+$/.test(it))) {
    try {
      const path = await readlink(`/proc/${id}/exe`)
      const environment = await readFile(`/proc/${id}/environ`, 'utf8')
      if (basename(path) === basename(program) && environment.includes(home)) found.push(Number(id))
    } catch {
      // It has just ended, or is none of ours.
    }
  }
  return found
}

function begin(program, words, env) {
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  child.on('error', (error) => {
    console.error(`${program} cannot be started (${error.message}): run \`cargo xtask test\``)
    process.exit(1)
  })
  return child
}

/** A screen of whichever number is free. */
async function startScreen() {
  const words = ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp']
  const screen = begin('Xvfb', words, process.env)
  return { display: `:${await firstLine(screen)}`, screen }
}

/** Where programs of one person find one another. */
async function startBus(environment) {
  const bus = begin('dbus-daemon', ['--session', '--nofork', '--print-address=3'], environment)
  return { bus, address: await firstLine(bus) }
}

/** What a program says first, on the channel for it. */
async function firstLine(child) {
  let said = ''
  for await (const part of child.stdio[3]) {
    said += part
    if (said.includes('\n')) return said.trim()
  }
  throw new Error(`${child.spawnfile} has ended without a word`)
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}

async function ask(address, method, path, body) {
  const answer = await fetch(address + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  })
  const { value } = await answer.json()
  if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`)
  return value
}

/** Asks again until it is so; whatever fails meanwhile is not yet so. */
export async function until(what, look, timeout = TIMEOUT_MS) {
  const end = Date.now() + timeout
  let last
  do {
    try {
      const found = await look()
      if (found) return found
    } catch (error) {
      last = error
    }
    await new Promise((done) => setTimeout(done, 100))
  } while (Date.now() < end)
  throw new Error(`${what} did not come about${last ? ` (${last.message})` : ''}`)
}

async function openWindow(address, binary, browserName, args) {
  const wanted = { browserName, 'webkitgtk:browserOptions': { binary, args } }
  const made = await ask(address, 'POST', '/session', { capabilities: { alwaysMatch: wanted } })
  const at = (method, path, body) =>
    ask(address, method, `/session/${made.sessionId}${path}`, body)
  const run = (script, ...args) => at('POST', '/execute/sync', { script, args })
  const find = async (css, text) => {
    try {
      return await until(`${css} “${text ?? ''}”`, () =>
        run(
          `const [css, text] = arguments
           return [...document.querySelectorAll(css)].find((it) => it.checkVisibility() &&
             (text === null || (it.getAttribute('aria-label') ?? it.textContent).includes(text)))`,
          css,
          text ?? null,
        ),
      )
    } catch (error) {
      const shown = await run('return `${location}: ${document.body?.innerText}`').catch(String)
      throw new Error(`${error.message}; the page shows ${shown}`)
    }
  }
  return {
    run,
    find,
    click: async (css, text) => {
      const element = await find(css, text)
      await at('POST', `/element/${element[ELEMENT]}/click`, {})
    },
    /** Types into whatever has the keyboard. */
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await at('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    /** Presses a key while another is held. */
    press: async (held, value) => {
      const actions = [
        { type: 'keyDown', value: held },
        { type: 'keyDown', value },
        { type: 'keyUp', value },
        { type: 'keyUp', value: held },
      ]
      await at('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    picture: async (path) => {
      await writeFile(path, Buffer.from(await at('GET', '/screenshot'), 'base64'))
    },
    close: () => at('DELETE', ''),
  }
}
