/** The help lists the shortcuts of the actions and of the map. */

import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MAP_KEYS, useActionKeys } from '../../actions'
import { FakeBridge } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider } from '../../document'
import { TooltipProvider } from '../../kit'
import { keysNow, useKeyChoices, useWorkspace } from '../../state'
import { startText } from '../../text'
import { KeysDialog } from '.'

startText('en')

it('lists every shortcut with its action', async () => {
  const session = new Session(new FakeBridge())
  await session.open()
  useWorkspace.getState().setDialog('keys')
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <KeysDialog />
      </SessionProvider>
    </TooltipProvider>,
  )
  const lines = screen.getAllByRole('term').map((it) => it.textContent ?? '')
  expect(lines.length).toBeGreaterThan(MAP_KEYS.length + 20)
  // A word that is missing from the catalogue shows as its own key.
  for (const line of lines) expect(line).not.toMatch(/^mapKeys\./)
  expect(lines).toContain('Link to another card…')
  expect(lines).toContain('Open the menu for the selection')
})

it('changes the keys of an action, rejects keys already in use, and restores the defaults', async () => {
  const session = new Session(new FakeBridge())
  await session.open()
  localStorage.clear()
  useWorkspace.getState().setDialog('keys')
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <KeysDialog />
        <Keys />
      </SessionProvider>
    </TooltipProvider>,
  )
  const change = () => screen.getByRole('button', { name: /^Change the shortcut of View: text/ })
  const press = (key: string, held: { ctrlKey?: boolean } = {}) =>
    fireEvent.keyDown(change(), { key, code: `Key${key.toUpperCase()}`, ...held })
  fireEvent.click(change())
  press('z', { ctrlKey: true })
  screen.getByText('Used by “Undo”')
  press('j', { ctrlKey: true })
  expect(change().textContent).toBe('Ctrl+J')
  act(() => useWorkspace.getState().setDialog(undefined))
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', ctrlKey: true })
  expect(useWorkspace.getState().view).toBe('text')
  act(() => useKeyChoices.getState().reset())
  act(() => useWorkspace.getState().setView('map'))
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ', ctrlKey: true })
  expect(useWorkspace.getState().view).toBe('map')
})

it('can disable single-letter shortcuts', () => {
  const action = { id: 'newNode', keys: ['N', 'Mod+J', 'Shift+N', 'F2'] }
  expect(keysNow(action, { own: {}, letters: false })).toEqual(['Mod+J', 'F2'])
  expect(keysNow(action, { own: { newNode: '' }, letters: true })).toEqual([])
})

/** The keys as the window hears them. */
function Keys() {
  useActionKeys()
  return null
}
