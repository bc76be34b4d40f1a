/** Renders a component with a fake story for tests, with what jsdom lacks for editors and menus. */

import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import type { Call } from '../../bridge'
import { FakeBridge, type FakeStory, type FakeTool, smallStory } from '../../bridge/fake/fakeBridge'
import { Session, SessionProvider } from '../../document'
import { TooltipProvider } from '../../kit'
import { startText } from '../../text'

class StubObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Stands in for what jsdom does not lay out. */
export function setUpDom(): void {
  startText('en')
  globalThis.ResizeObserver ??= StubObserver as unknown as typeof ResizeObserver
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
}

interface RenderedStory {
  bridge: FakeBridge
  session: Session
  user: ReturnType<typeof userEvent.setup>
  unmount: () => void
  /** The calls there were of a tool, by their arguments. */
  calls: (name: string) => Call['args'][]
}

interface RenderOptions {
  story?: FakeStory
  tools?: Record<string, FakeTool>
}

export async function renderWithStory(
  element: ReactElement,
  setting: RenderOptions = {},
): Promise<RenderedStory> {
  const bridge = new FakeBridge(setting.story ?? smallStory(), setting.tools)
  bridge.assetUrl = (hash) => `/assets/${encodeURIComponent(hash)}`
  const session = new Session(bridge)
  await session.open()
  const { unmount } = render(
    <TooltipProvider>
      <SessionProvider value={session}>{element}</SessionProvider>
    </TooltipProvider>,
  )
  const calls = (name: string) => bridge.calls.filter((it) => it.name === name).map((it) => it.args)
  return { bridge, session, user: userEvent.setup(), unmount, calls }
}

/** What a reader's aid would stumble over; colors are looked at in a real browser. */
export async function a11yViolations(): Promise<string[]> {
  const options = { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }
  const { violations } = await axe.run(document.body, options)
  return violations.map((it) => `${it.id}: ${it.nodes.map(({ html }) => html).join(' ')}`)
}
