/** An input method as a browser has it: words being composed in a field, then chosen; keys it takes. */

import { newStory } from './helpers.mjs'

/** What the page is told of a key that the input method has taken, whichever it is. */
const TAKEN = 229

async function inputMethod(page) {
  const devtools = await page.context().newCDPSession(page)
  const told = (type, more) => devtools.send('Input.dispatchKeyEvent', { type, ...more })

  /** Keys that choose, leave or end within the composition; some browsers still tell which it was. */
  async function keys(...names) {
    for (const key of names) {
      await told('rawKeyDown', { key, code: key, windowsVirtualKeyCode: TAKEN })
      await told('keyUp', { key, code: key })
    }
  }
  return {
    keys,
    /** What is composed, one letter more each time; it stands in the field, underlined. */
    async compose(...steps) {
      for (const text of steps) {
        const end = text.length
        await told('rawKeyDown', { key: 'Process', code: 'KeyA', windowsVirtualKeyCode: TAKEN })
        const at = { selectionStart: end, selectionEnd: end }
        await devtools.send('Input.imeSetComposition', { text, ...at })
        await told('keyUp', { key: 'a', code: 'KeyA' })
      }
    },
    /** The candidate that a key took stands in place of what was composed. */
    async choose(text, by = ' ') {
      await told('rawKeyDown', { key: by, code: by, windowsVirtualKeyCode: TAKEN })
      await devtools.send('Input.insertText', { text })
      await told('keyUp', { key: by, code: by })
    },
  }
}

/** A writer with an input method in a new story; `other` runs a tool on it as another program does. */
export async function composer(here, title) {
  const page = await here.open()
  await newStory(page, title)
  const ime = await inputMethod(page)
  const [file] = await here.stories()
  return { page, ime, other: (tool, ...words) => here.command(tool, file, ...words) }
}
