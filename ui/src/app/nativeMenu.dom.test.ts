/** The native menus: what they contain, and where a chosen entry acts. */

import { describe, expect, it, vi } from 'vitest'
import { dispatchMenuCommand, isAction } from '../actions'
import { nativeMenus, storyMenus, WELCOME_MENU } from './nativeMenu'
import './panels'

describe('the native menus', () => {
  it('contain only actions, each with a label', () => {
    const offered = storyMenus().flatMap(({ entries }) => entries.filter((it) => it !== null))
    expect(offered.filter((it) => !isAction(it))).toEqual([])
    expect(new Set(offered).size).toBe(offered.length)
    for (const open of [true, false]) {
      const { quit, menus } = nativeMenus(open)
      const words = menus.flatMap(({ title, entries }) => [
        title,
        ...entries.map((it) => it?.title),
      ])
      for (const word of [quit, ...words]) expect(word ?? 'a line').not.toMatch(/[:.]\w/)
    }
  })

  it('enable only what is possible on the welcome screen', () => {
    const { menus } = nativeMenus(false)
    expect(menus[0]?.entries.map((it) => it?.action ?? null)).toEqual(WELCOME_MENU)
  })

  it('act on the focused text, not on the story', () => {
    const onCommand = vi.fn()
    window.addEventListener('storyteller-menu', onCommand)
    const field = document.createElement('textarea')
    document.body.append(field)
    field.focus()
    const keys = vi.fn((event: KeyboardEvent) => event.preventDefault())
    field.addEventListener('keydown', keys)
    dispatchMenuCommand('undo')
    expect(keys.mock.calls[0]?.[0]).toMatchObject({ key: 'z' })
    expect(onCommand).not.toHaveBeenCalled()
    dispatchMenuCommand('viewMap')
    expect(onCommand).toHaveBeenCalledTimes(1)
    field.remove()
    dispatchMenuCommand('undo')
    expect(onCommand).toHaveBeenCalledTimes(2)
    window.removeEventListener('storyteller-menu', onCommand)
  })
})
