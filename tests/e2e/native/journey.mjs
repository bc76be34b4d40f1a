/**
 * One journey in the real window: `node journey.mjs PROGRAM [FOLDER FOR PICTURES]`.
 * Welcome, the sample, a node renamed and its change seen on the map, undone, and after the program
 * was ended and started again, back where one was. Started with a file it begins with that; started
 * again with another while it runs, that one comes to the window there is.
 */

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stage, until } from './driver.mjs'

const [program, pictures] = process.argv.slice(2)
const F2 = '\uE032'
const ESCAPE = '\uE00C'
const CONTROL = '\uE009'
const ENTER = '\uE007'
const HERO = 'Thomas Anderson'

const here = await stage()
try {
  let page = await here.open(program)
  const photograph = (name) => pictures && page.picture(join(pictures, `${name}.png`))
  /** What the map shows; nothing before it is drawn. */
  const map = () =>
    page.run(`const blank = document.createElement('canvas')
      const drawn = [...document.querySelectorAll('[role="application"] canvas')].map((it) => {
        blank.width = it.width
        blank.height = it.height
        const picture = it.toDataURL()
        return picture === blank.toDataURL() ? '' : picture
      })
      return drawn.join('')`)

  await page.find('button', 'Sample story')
  // What the page's policy keeps out; there is nothing of ours to keep out.
  await page.run(`window.kept = []
    document.addEventListener('securitypolicyviolation', (it) =>
      window.kept.push(it.effectiveDirective + ' ' + (it.sample || it.blockedURI)))`)
  await photograph('welcome')
  await page.click('button', 'Sample story')
  await page.click('[role="treeitem"]', HERO)
  const before = await settled(map)
  await photograph('story')

  await page.run(`document.querySelector('[role="application"]').focus()`)
  await page.type(F2)
  await page.find('input[name="answer"]')
  await page.type(`Neo${ENTER}`)
  await page.find('[role="treeitem"]', 'Neo')
  await until('the new title on the map', async () => (await settled(map)) !== before)
  const renamed = await settled(map)
  await photograph('renamed')

  await page.click('button', 'Undo')
  await page.find('[role="treeitem"]', HERO)
  await until('the old title on the map', async () => (await settled(map)) !== renamed)

  // Through the system's clipboard, as it reaches the web view.
  const heroes = () =>
    page.run(`return [...document.querySelectorAll('[role="treeitem"]')]
      .filter((it) => it.getAttribute('aria-label')?.startsWith('${HERO}')).length`)
  await page.click('[role="treeitem"]', HERO)
  await page.run(`document.querySelector('[role="application"]').focus()`)
  await page.press(CONTROL, 'c')
  await until('the copy', async () => {
    await page.press(CONTROL, 'v')
    return (await heroes()) > 1
  })
  // As a character beside the other: as text alone it would be a scene.
  const places = await page.run(`return [...document.querySelectorAll('[role="treeitem"]')]
    .filter((it) => it.getAttribute('aria-label')?.startsWith('${HERO}'))
    .map((it) => it.getAttribute('aria-setsize'))`)
  assert.equal(new Set(places).size, 1, `the copies stand apart: ${places}`)
  await until('one of them again', async () => {
    if ((await heroes()) > 1) await page.click('button', 'Undo')
    return (await heroes()) === 1
  })
  await page.click('[role="treeitem"]', HERO)

  // A dialog and the editor bring style sheets of their own.
  await page.click('button', 'Search')
  await page.find('[role="combobox"]')
  await page.type(ESCAPE)
  const editor = await page.run(`const text = document.querySelector('.cm-content')
    return text && getComputedStyle(text).whiteSpaceCollapse`)
  assert.equal(editor, 'break-spaces', 'the editor has its styles')
  assert.deepEqual(await page.run('return window.kept'), [], 'the policy kept something out')
  // The policy holds, and what it keeps out is heard of.
  await page.run(`const sheet = document.createElement('style')
    sheet.textContent = 'h1 { color: rgb(1 2 3) }'
    document.head.append(sheet)`)
  await until('word of what was kept out', () => page.run('return window.kept.length > 0'))
  const color = `getComputedStyle(document.querySelector('h1')).color`
  assert.notEqual(await page.run(`return ${color}`), 'rgb(1, 2, 3)')

  await page.close()
  page = await here.open(program)
  await page.find('[role="treeitem"]', HERO)
  assert.equal(await page.run(`return document.querySelectorAll('h1').length`), 1)
  await until('the selection', () =>
    page.run(`return document.querySelector('[role="treeitem"][aria-selected="true"]')
      ?.textContent.includes('${HERO}')`),
  )
  await photograph('again')
  await page.close()

  const [first, second] = ['门.twee', 'second.twee'].map((name) => join(here.home, name))
  await writeFile(first, ':: Start\nA door. [[Knock->Door]]\n\n:: Door\nIt opens.\n')
  await writeFile(second, ':: Only\nHere.\n')
  page = await here.open(program, 'wry', [first])
  await page.find('[role="dialog"]', 'Imported')
  await page.find('[role="treeitem"]', 'Door')
  here.run(program, second)
  await until('second.twee in the window', () =>
    page.run(
      `return document.querySelector('[role="dialog"]')?.textContent.includes('second.twee')`,
    ),
  )
  await photograph('given')
  await page.close()
  console.log('the journey in the real window: all well')
} finally {
  await here.close()
}

/** What is looked at, once it is the same twice. */
async function settled(look) {
  let last
  return until('a picture that stays', async () => {
    const now = await look()
    const same = now === last
    last = now
    return same && now
  })
}
