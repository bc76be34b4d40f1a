/** Screenshots of the window on its sample story: `node scripts/pictures.mjs ADDRESS FOLDER`. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../e2e/browser.mjs'

const [address, folder] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
const first = await browser.newPage()
await first.goto(address)
await first.getByRole('button', { name: /^Sample story/ }).click()
await first.getByRole('treeitem', { name: 'Under the Lamp' }).waitFor()
await first.close()
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({
    viewport: { width: 1400, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await page.goto(address)
  await page.getByRole('treeitem', { name: 'Under the Lamp' }).waitFor()
  // Leaves the tour of the first start.
  await page.keyboard.press('Escape')
  await page.getByRole('treeitem', { name: 'What the Engine Says' }).first().click()
  await page.getByRole('textbox', { name: /Text/ }).first().waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('0')
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
  await page.screenshot({ path: join(folder, `window-${theme}.png`) })
  await page.close()
}
await browser.close()
