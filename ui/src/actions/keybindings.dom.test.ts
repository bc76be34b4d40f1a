/** Keys mean what they say, on every keyboard. */

import { describe, expect, it } from 'vitest'
import { isFreeWhileTyping, isInStoryArea, isTyping, matchesKeys } from './keybindings'

const pressed = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

describe('matchesKeys', () => {
  it('wants exactly the modifiers it names', () => {
    const redo = pressed({ key: 'Z', ctrlKey: true, shiftKey: true })
    expect(matchesKeys(redo, 'Mod+Shift+Z')).toBe(true)
    expect(matchesKeys(redo, 'Mod+Z')).toBe(false)
    expect(matchesKeys(pressed({ key: 'z' }), 'Mod+Z')).toBe(false)
  })

  it('knows a digit by its key, whatever Shift makes of it', () => {
    expect(matchesKeys(pressed({ key: '!', code: 'Digit1', shiftKey: true }), 'Shift+1')).toBe(true)
    expect(matchesKeys(pressed({ key: '"', code: 'Digit2', shiftKey: true }), 'Shift+1')).toBe(
      false,
    )
  })

  it('takes + with and without Shift', () => {
    expect(matchesKeys(pressed({ key: '+', shiftKey: true }), '+')).toBe(true)
    expect(matchesKeys(pressed({ key: '=' }), '+')).toBe(true)
  })

  it('takes Backspace for Delete', () => {
    expect(matchesKeys(pressed({ key: 'Backspace' }), 'Delete')).toBe(true)
  })
})

describe('where keys act', () => {
  it('knows what is being written into', () => {
    document.body.innerHTML = '<div data-story-keys><input><b></b></div><button></button>'
    const at = (name: string) => document.querySelector(name)
    expect([isTyping(at('input')), isTyping(at('b'))]).toEqual([true, false])
    expect([
      isInStoryArea(at('b')),
      isInStoryArea(at('button')),
      isInStoryArea(document.body),
    ]).toEqual([true, false, true])
  })
})

it('while text is written the window hears what text has no use for', () => {
  const passing = ['Mod+K', 'Mod+1', 'Mod+,', 'Mod+Alt+P', 'Mod+Shift+H']
  expect(passing.filter((it) => !isFreeWhileTyping(it))).toEqual([])
  const kept = ['Mod+Z', 'Mod+A', 'Mod+V', 'Mod+B', 'Mod+F', 'Mod+Enter', 'N', 'Delete', 'Shift+1']
  expect(kept.filter(isFreeWhileTyping)).toEqual([])
})
