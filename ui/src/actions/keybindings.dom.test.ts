/** Shortcuts match the keys they name, on every keyboard. */

import { describe, expect, it } from 'vitest'
import { isFreeWhileTyping, isInStoryArea, isTyping, matchesKeys } from './keybindings'

const pressed = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

describe('matchesKeys', () => {
  it('requires exactly the named modifiers', () => {
    const redo = pressed({ key: 'Z', ctrlKey: true, shiftKey: true })
    expect(matchesKeys(redo, 'Mod+Shift+Z')).toBe(true)
    expect(matchesKeys(redo, 'Mod+Z')).toBe(false)
    expect(matchesKeys(pressed({ key: 'z' }), 'Mod+Z')).toBe(false)
  })

  it('matches a digit by its key, even with Shift', () => {
    expect(matchesKeys(pressed({ key: '!', code: 'Digit1', shiftKey: true }), 'Shift+1')).toBe(true)
    expect(matchesKeys(pressed({ key: '"', code: 'Digit2', shiftKey: true }), 'Shift+1')).toBe(
      false,
    )
  })

  it('matches + with and without Shift', () => {
    expect(matchesKeys(pressed({ key: '+', shiftKey: true }), '+')).toBe(true)
    expect(matchesKeys(pressed({ key: '=' }), '+')).toBe(true)
  })

  it('treats Backspace as Delete', () => {
    expect(matchesKeys(pressed({ key: 'Backspace' }), 'Delete')).toBe(true)
  })
})

describe('where shortcuts apply', () => {
  it('recognizes text fields', () => {
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

it('in text fields only shortcuts that the text does not use apply', () => {
  const passing = ['Mod+K', 'Mod+1', 'Mod+,', 'Mod+Alt+P', 'Mod+Shift+H']
  expect(passing.filter((it) => !isFreeWhileTyping(it))).toEqual([])
  const kept = ['Mod+Z', 'Mod+A', 'Mod+V', 'Mod+B', 'Mod+F', 'Mod+Enter', 'N', 'Delete', 'Shift+1']
  expect(kept.filter(isFreeWhileTyping)).toEqual([])
})
