/** Every main screen, light and dark, English and Chinese, empty and full, without overlaps. */

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { entry, openSample, panel, until } from './helpers.mjs'

const folder = process.env.PICTURES
before(() => folder && mkdir(folder, { recursive: true }))

/** Starts a separate window from its first start, so that tests do not affect each other. */
function screenTest(name, options, work) {
  test(name, async () => {
    const here = await startProgram()
    try {
      await work(await here.open(options))
    } finally {
      await here.close()
    }
  })
}

/** Pastes a text while nothing has focus. */
function paste(page, text) {
  return page.evaluate((given) => {
    document.activeElement?.blur?.()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    const event = { clipboardData, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new ClipboardEvent('paste', event))
  }, text)
}

async function look(page, name) {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  assert.deepEqual(await violations(page), [], name)
}

/** Goes through the tabs of a dialog, which stay where they are whatever they show. */
async function tabsStay(dialog) {
  const places = []
  for (const tab of await dialog.getByRole('tab').all()) {
    await tab.click()
    places.push((await tab.boundingBox()).y)
  }
  assert.equal(new Set(places).size, 1, places.join())
}

for (const colors of ['light', 'dark']) {
  screenTest(`welcome and an empty story, ${colors}`, { colors }, async (page) => {
    await page.getByRole('button', { name: /^New story/ }).waitFor()
    await look(page, `welcome-${colors}`)
    await page.getByRole('button', { name: /^New story/ }).click()
    await page.getByRole('textbox', { name: 'What is it called?' }).fill(`Empty ${colors}`)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: `Empty ${colors}` }).waitFor()
    await look(page, `empty-${colors}`)
    await panel(page, 'assistant')
    await page.getByRole('region', { name: 'Assistant' }).getByRole('textbox').waitFor()
    await look(page, `empty-assistant-${colors}`)
    for (const view of ['Text', 'Bible']) {
      await page.getByRole('radio', { name: view }).click()
      await look(page, `empty-${view}-${colors}`)
    }
  })

  screenTest(`the sample in all its views, ${colors}`, { colors }, async (page) => {
    await openSample(page)
    await entry(page, 'Gangway').click()
    await page.getByRole('textbox', { name: 'Text of Gangway' }).waitFor()
    await look(page, `map-${colors}`)
    for (const view of ['Text', 'Bible']) {
      await page.getByRole('radio', { name: view }).click()
      const shown = view === 'Text' ? 'Text of Gangway' : 'Thomas Anderson: Age'
      const region = page.getByRole('region', {
        name: view === 'Text' ? 'Text of the story' : view,
      })
      await region.getByRole('textbox', { name: shown }).first().waitFor()
      await look(page, `${view}-${colors}`)
    }
    await paste(page, 'Name\tAge\tKind\nThomas Anderson\t38\t\nBea\t9\tplanet\nCal\t61\t')
    await page.getByRole('dialog').getByText('Row 3, column C:').waitFor()
    await look(page, `paste-${colors}`)
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'Map' }).click()
    for (const dock of ['Control+Alt+p', 'Control+Shift+M']) {
      await page.keyboard.press(dock)
      await look(page, `dock-${dock.at(-1)}-${colors}`)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().waitFor()
    await look(page, `palette-${colors}`)
    await page.keyboard.press('Escape')
    for (const item of [/^Export/, /^Import/]) {
      await page.getByRole('button', { name: /^This story/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('dialog').waitFor()
      await look(page, `${item.source.slice(1)}-${colors}`)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Control+,')
    await page.getByRole('dialog').waitFor()
    await look(page, `settings-${colors}`)
    await tabsStay(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await panel(page, 'inspector')
    await page.getByRole('button', { name: 'History of Text' }).click()
    await page.getByRole('dialog').waitFor()
    await look(page, `versions-${colors}`)
  })
}

screenTest('with reduced motion a change is complete at once', {}, async (page) => {
  await page.getByRole('button', { name: /^New story/ }).waitFor()
  const heights = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('div'))
    const measured = (height) => {
      box.style.height = `${height}px`
      return box.offsetHeight
    }
    return [measured(200), measured(100)]
  })
  assert.deepEqual(heights, [200, 100])
})

screenTest('everything again in Chinese', {}, async (page) => {
  await page.getByRole('radio', { name: '简体中文' }).click()
  await page.getByRole('button', { name: /示例/ }).waitFor()
  await look(page, 'welcome-chinese')
  await page.getByRole('button', { name: /示例/ }).click()
  await entry(page, '林梅').click()
  await look(page, 'map-chinese')
  for (const [name, view] of Object.entries({ text: '文稿', bible: '设定集' })) {
    await page.getByRole('radio', { name: view }).click()
    const region = page.getByRole('region', { name: name === 'text' ? '故事文稿' : view })
    await region.getByRole('textbox').nth(2).waitFor()
    await look(page, `${name}-chinese`)
  }
})

screenTest(
  'a narrow window shows the panels of one side, and both where there is room',
  {},
  async (page) => {
    await openSample(page)
    await entry(page, 'Gangway').click()
    const text = page.getByRole('textbox', { name: 'Text of Gangway' })
    const outline = entry(page, 'Gangway')
    await text.waitFor()
    await page.setViewportSize({ width: 900, height: 700 })
    await until('room for the map', async () => {
      const { width } = await page.getByRole('application').boundingBox()
      return width > 400
    })
    await look(page, 'narrow')
    await page.keyboard.press('Control+Alt+1')
    await until('the outline alone', async () => {
      const [{ width }, beside] = [await outline.boundingBox(), await text.boundingBox()]
      return width > 100 && beside.x >= 900
    })
    await look(page, 'narrow-outline')
    await page.setViewportSize({ width: 700, height: 450 })
    await until('the map alone', async () => {
      const { width } = await page.getByRole('application').boundingBox()
      return width === 700
    })
    await look(page, 'low')
    await page.setViewportSize({ width: 1400, height: 900 })
    await until('both', async () => {
      const [{ width }, beside] = [await outline.boundingBox(), await text.boundingBox()]
      return width > 100 && beside.x < 1300
    })
    await page.setViewportSize({ width: 700, height: 450 })
    await page.keyboard.press('Control+Alt+3')
    await page.getByRole('button', { name: 'Show on the map' }).click()
    // No panel is over the map and its bar.
    const bar = page.getByRole('region', { name: 'Draft' })
    await bar.getByRole('button', { name: 'Discard all' }).click({ trial: true })
    await look(page, 'low-draft')
    await bar.getByRole('button', { name: 'Back to the story' }).click()
    await page.getByRole('radio', { name: 'Text' }).click()
    await page.keyboard.press('Control+Alt+3')
    await page.getByRole('button', { name: 'Show on the map' }).click()
    await bar.waitFor()
    await look(page, 'low-draft-from-text')
  },
)

screenTest('a menu is no higher than there is room where it opens', {}, async (page) => {
  await openSample(page)
  await page.setViewportSize({ width: 700, height: 240 })
  await page.getByRole('button', { name: /^This story/ }).click()
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem').last().click({ trial: true })
  const { y, height } = await menu.boundingBox()
  assert.ok(y >= 0 && y + height <= 240, `from ${y} to ${y + height}`)
})
