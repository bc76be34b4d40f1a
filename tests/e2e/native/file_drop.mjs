/**
 * A file is carried over the real window and let go of there: `node file_drop.mjs PROGRAM`. The pointer
 * works in real time, which a busy machine may miss: so this is for whoever works on the window, and
 * no part of what every change has to pass.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stage } from './driver.mjs'

const [program] = process.argv.slice(2)

const here = await stage()
try {
  const page = await here.open(program)
  await page.click('button', 'Sample story')
  await page.find('[role="treeitem"]', 'Thomas Anderson')
  const dropped = join(here.home, 'dropped 门.twee')
  await writeFile(dropped, ':: Here\nDropped.\n')
  await here.carry(dropped, { x: 700, y: 600 }, () =>
    page.run(
      `return document.querySelector('[role="dialog"]')?.textContent.includes('dropped 门.twee')`,
    ),
  )
  await page.close()
  console.log('a file dropped on the real window: all well')
} finally {
  await here.close()
}
