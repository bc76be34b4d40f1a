/** The help on keys names those of the actions and those of the map. */

import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MAP_KEYS } from '../../actions'
import { FakeBridge } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider } from '../../document'
import { TooltipProvider } from '../../kit'
import { useWorkspace } from '../../state'
import { startText } from '../../text'
import { KeysDialog } from '.'

startText('en')

it('lists every key with what it does', async () => {
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
