/**
 * Messages and running calls at the bottom of a story cover neither the minimap nor its buttons.
 */

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { until } from './helpers.mjs'

const folder = process.env.PICTURES
/** Widths at which the panels leave the map much, little and hardly any space. */
const SIZES = [
  [1400, 900],
  [1024, 768],
  [900, 700],
]
let here
before(async () => {
  here = await startProgram()
  if (folder) await mkdir(folder, { recursive: true })
})
after(() => here.close())

/** A remote server's error message, of any length, and a call that never ends. */
const REFUSED =
  'The server of the model said: it would not do what it was asked to do, and why. '.repeat(4)
const RUNNING = {
  ...{ sequence: 0, type: 'progress', run: 1, call: 'c', tool: 'generate_image', origin: null },
  ...{ turn: null, done: 0.4, doing: null, ended: false },
}

/** Replaces two calls in this page: one tool fails with a long message, another runs for long. */
function standIn([refused, running]) {
  const real = window.fetch
  window.fetch = async (address, asked) => {
    if (String(address).startsWith('/api/call') && JSON.parse(asked.body).name === 'tidy_map') {
      const error = { code: 'MODEL', message: refused, retryable: true }
      const call = { tool_name: 'tidy_map', tool_call_id: 't', tool_call_args: {} }
      return new Response(JSON.stringify({ ...call, status: 'failure', error }))
    }
    const answer = await real(address, asked)
    if (!String(address).startsWith('/api/events')) return answer
    const { readable, writable } = new TransformStream({
      start: (into) =>
        into.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(running)}\n\n`)),
    })
    answer.body.pipeTo(writable).catch(() => undefined)
    return new Response(readable, answer)
  }
}

/** Which of them overlap the minimap or the zoom buttons. */
function covering() {
  const corner = [...document.querySelectorAll('main canvas, main button')].filter(
    (it) => it.closest('[data-corner]') && it.checkVisibility(),
  )
  const messages = [...document.querySelectorAll('[data-below] li, [data-below] section')]
  const box = (it) => it.getBoundingClientRect()
  const pairs = messages.flatMap((one) => corner.map((other) => [box(one), box(other), one]))
  const over = pairs.filter(
    ([a, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
  )
  const outside = messages.filter((it) => box(it).left < 0 || box(it).right > innerWidth)
  return {
    corner: corner.length,
    messages: messages.length,
    over: over.map(([, , it]) => it.textContent),
    outside: outside.map((it) => it.textContent),
  }
}

for (const [language, colors] of [
  ['en-GB', 'light'],
  ['zh-CN', 'dark'],
]) {
  test(`a long error and running calls do not cover the minimap, ${language}`, async () => {
    const page = await here.open({ colors, locale: language })
    await page.addInitScript(standIn, [REFUSED, RUNNING])
    await page.reload()
    const sample = language === 'zh-CN' ? /^示例故事/ : /^Sample story/
    const inside = page.getByRole('treeitem', { name: /^(Thomas Anderson|陈望)$/ })
    const button = page.getByRole('button', { name: sample })
    await button.or(inside).first().waitFor()
    if (await button.isVisible()) await button.click()
    await inside.waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const panels of ['as they are', 'turned']) {
        await page.evaluate(() => document.querySelector('[role="application"]').focus())
        if (panels === 'turned') await page.keyboard.press('Control+Alt+F')
        await page.keyboard.press('Control+Shift+L')
        await page
          .getByText(/it would not do what it was asked/)
          .first()
          .waitFor()
        const seen = await until('what is said and what runs', async () => {
          const found = await page.evaluate(covering)
          return found.messages > 1 && found
        })
        if (folder) {
          await page.screenshot({
            path: join(
              folder,
              `below-${width}-${panels === 'turned' ? 'turned' : 'first'}-${colors}.png`,
            ),
          })
        }
        assert.ok(seen.corner >= 3, 'the buttons of the zoom are there')
        assert.deepEqual(seen.over, [], `${width} wide, panels: ${panels}`)
        assert.deepEqual(seen.outside, [])
        await page
          .getByRole('button', { name: language === 'zh-CN' ? '关闭' : 'Close' })
          .last()
          .click()
      }
      await page.evaluate(() => document.querySelector('[role="application"]').focus())
      await page.keyboard.press('Control+Alt+F')
    }
    await page.context().close()
  })
}
