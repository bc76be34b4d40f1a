/** The list of problems: where a click goes, what the button does, and that it follows the story. */

import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { FakeBridge } from '../../bridge/fake'
import { Session, SessionProvider, useSelection } from '../../document'
import { TooltipProvider } from '../../kit'
import { startText } from '../../text'
import { ProblemsBadge, ProblemsPanel } from '.'

startText('en')

async function open() {
  const bridge = new FakeBridge()
  const session = new Session(bridge)
  await session.open()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <ProblemsBadge />
        <ProblemsPanel />
      </SessionProvider>
    </TooltipProvider>,
  )
  return bridge
}

describe('problems', () => {
  it('follow each change, lead to their node and are mended by their button', async () => {
    const bridge = await open()
    const args = { title: 'Attic', text: 'Dust.' }
    await act(() => bridge.callAs('person', { name: 'create_node', args }))
    const line = await screen.findByRole('button', { name: /“Attic” cannot be reached/ })
    await userEvent.click(line)
    const attic = [...bridge.story.nodes.values()].find((it) => it.title === 'Attic')
    expect(useSelection.getState().focused).toBe(attic?.id)
    const fix = line.parentElement?.querySelectorAll('button')[1] as HTMLElement
    await userEvent.click(fix)
    await waitFor(() => expect(screen.queryByText(/“Attic” cannot be reached/)).toBeNull())
    expect([...bridge.story.edges.values()].some((it) => it.to === attic?.id)).toBe(true)
  })
})
