/**
 * Simulates an input method in a browser: text is composed in a field, then committed; it handles
 * keys.
 */

import { newStory } from './helpers.mjs'

/** The event that a page receives for any key handled by the input method. */
const TAKEN = 229

async function inputMethod(page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type, more) => devtools.send('Input.dispatchKeyEvent', { type, ...more })

  /** Keys that commit, leave or end a composition; some browsers still report which one it was. */
  async function keys(...names) {
    for (const key of names) {
      await send('rawKeyDown', { key, code: key, windowsVirtualKeyCode: TAKEN })
      await send('keyUp', { key, code: key })
    }
  }
  return {
    keys,
    /** Composes text letter by letter; it is shown underlined in the field. */
    async compose(...steps) {
      for (const text of steps) {
        const end = text.length
        await send('rawKeyDown', { key: 'Process', code: 'KeyA', windowsVirtualKeyCode: TAKEN })
        const at = { selectionStart: end, selectionEnd: end }
        await devtools.send('Input.imeSetComposition', { text, ...at })
        await send('keyUp', { key: 'a', code: 'KeyA' })
      }
    },
    /** Replaces the composition with the candidate that a key selected. */
    async choose(text, by = ' ') {
      await send('rawKeyDown', { key: by, code: by, windowsVirtualKeyCode: TAKEN })
      await devtools.send('Input.insertText', { text })
      await send('keyUp', { key: by, code: by })
    },
  }
}

/**
 * A writer with an input method in a new story; `other` runs a tool on it as another program does.
 */
export async function composer(here, title) {
  const page = await here.open()
  await newStory(page, title)
  const ime = await inputMethod(page)
  const [file] = await here.stories()
  return { page, ime, other: (tool, ...words) => here.command(tool, file, ...words) }
}
