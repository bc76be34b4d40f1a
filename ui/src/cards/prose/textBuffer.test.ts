/** When typed text is saved, and what happens to it when the story changes. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorReport } from '../../bridge'
import { PAUSE, TextBuffer } from './textBuffer'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begun(base: string) {
  const did = {
    written: [] as string[],
    shown: [] as string[],
    parked: undefined as { base: string; text: string } | undefined,
    fault: undefined as ErrorReport | undefined,
  }
  const manuscript = new TextBuffer(base, {
    write: async (text) => {
      did.written.push(text)
      return did.fault
    },
    replace: (text) => void did.shown.push(text),
    park: (words) => {
      did.parked = words
    },
  })
  return { manuscript, did }
}

const pause = () => vi.advanceTimersByTimeAsync(PAUSE)

test('typing is saved once, after a pause', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('ab')
  await vi.advanceTimersByTimeAsync(PAUSE - 1)
  manuscript.typed('abc')
  await vi.advanceTimersByTimeAsync(PAUSE - 1)
  expect(did.written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(did.written).toEqual(['abc'])
  expect(manuscript.saveState).toEqual({ is: 'saved' })
})

test('leaving the editor saves at once', () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('ab')
  manuscript.flush()
  expect(did.written).toEqual(['ab'])
})

test('text deleted again before the pause is not saved', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('ab')
  manuscript.typed('a')
  await pause()
  expect(did.written).toEqual([])
  expect(manuscript.saveState).toEqual({ is: 'clean' })
})

test('nothing is saved or replaced while an input method composes', async () => {
  const { manuscript, did } = begun('雾')
  manuscript.compose(true)
  manuscript.typed('雾n')
  manuscript.flush()
  manuscript.theirs('雾散了')
  await pause()
  expect([did.written, did.shown]).toEqual([[], []])
  manuscript.typed('雾你')
  manuscript.compose(false)
  expect(manuscript.saveState).toEqual({ is: 'conflict', theirs: '雾散了' })
  expect(did.shown).toEqual([])
})

test('a save due during a composition happens after it', () => {
  const { manuscript, did } = begun('')
  manuscript.compose(true)
  manuscript.typed('你')
  manuscript.flush()
  manuscript.compose(false)
  expect(did.written).toEqual(['你'])
})

test('without unsaved text, changes of the story are shown in place', () => {
  const { manuscript, did } = begun('a')
  manuscript.theirs('b')
  expect(did.shown).toEqual(['b'])
  expect(manuscript.saveState).toEqual({ is: 'clean' })
})

test('a concurrent change keeps unsaved text and overwrites neither', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('mine')
  manuscript.theirs('theirs')
  manuscript.typed('mine too')
  await pause()
  expect([did.written, did.shown, manuscript.text]).toEqual([[], [], 'mine too'])
  expect(manuscript.saveState).toEqual({ is: 'conflict', theirs: 'theirs' })
  expect(did.parked).toEqual({ base: 'a', text: 'mine too' })
})

test('changes elsewhere in the text are merged with unsaved text', async () => {
  const { manuscript, did } = begun('one\n\ntwo')
  manuscript.typed('one!\n\ntwo')
  manuscript.theirs('one\n\ntwo?')
  expect(did.shown).toEqual(['one!\n\ntwo?'])
  await pause()
  expect([did.written, manuscript.saveState]).toEqual([['one!\n\ntwo?'], { is: 'saved' }])
})

test('keeping both saves both, theirs first', () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('mine')
  manuscript.theirs('theirs')
  manuscript.settle([])
  expect([did.shown, did.written]).toEqual([['theirs\n\nmine'], ['theirs\n\nmine']])
})

test('their other changes stay, whichever version of a conflict is chosen', () => {
  const { manuscript, did } = begun('One. Two. Three.')
  manuscript.typed('One! Two. Three.')
  manuscript.theirs('One? Two. Three and more.')
  expect(manuscript.parts).toEqual([
    { base: 'One.', mine: 'One!', theirs: 'One?', isWhole: false },
    ' Two. ',
    'Three and more.',
  ])
  manuscript.settle(['mine'])
  expect(did.written).toEqual(['One! Two. Three and more.'])
})

test('keeping mine saves mine', () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('mine')
  manuscript.theirs('theirs')
  manuscript.settle(['mine'])
  expect(did.written).toEqual(['mine'])
})

test('taking theirs shows theirs and saves nothing', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('mine')
  manuscript.theirs('theirs')
  manuscript.settle(['theirs'])
  await pause()
  expect([did.written, did.shown, did.parked]).toEqual([[], ['theirs'], undefined])
})

test('a conflict ends when the other change is reverted', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('mine')
  manuscript.theirs('theirs')
  manuscript.theirs('a')
  await pause()
  expect(did.written).toEqual(['mine'])
})

test('keys pressed during a save are saved after it', async () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('ab')
  manuscript.flush()
  manuscript.typed('abc')
  await pause()
  expect(did.written).toEqual(['ab', 'abc'])
})

test('ignores a snapshot read during a save', () => {
  const { manuscript, did } = begun('a')
  manuscript.typed('ab')
  manuscript.flush()
  manuscript.theirs('a')
  expect(did.shown).toEqual([])
})

test('text that could not be saved is kept and saved on retry', async () => {
  const { manuscript, did } = begun('a')
  did.fault = { code: 'UNAVAILABLE', message: 'gone' }
  manuscript.typed('ab')
  await pause()
  expect(manuscript.saveState).toEqual({ is: 'failed', report: did.fault })
  expect(did.parked).toEqual({ base: 'a', text: 'ab' })
  did.fault = undefined
  manuscript.flush()
  await pause()
  expect([manuscript.saveState, did.parked]).toEqual([{ is: 'saved' }, undefined])
})

test('restores unsaved text and compares it with the current story', () => {
  const kept = { base: 'a', text: 'mine' }
  const same = begun('a')
  same.manuscript.recover(kept)
  expect([same.did.shown, same.manuscript.saveState]).toEqual([['mine'], { is: 'waiting' }])
  const other = begun('theirs')
  other.manuscript.recover(kept)
  expect(other.manuscript.saveState).toEqual({ is: 'conflict', theirs: 'theirs' })
})
