/** The tabs of a side: those without room are in the menu, by mouse and keyboard. */

import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUpDom } from '../cards/testing/renderWithStory'
import { TooltipProvider } from '../kit'
import { type PanelRow, panelRows, registerPanels, useWorkspace } from '../state'
import { startText } from '../text'
import { fittingTabs } from './foldedTabs'
import { SideTabs } from './SideTabs'

startText('en')

const tabs = ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 50 }))

it('as many tabs as fit are shown, and always the one that is shown', () => {
  expect(fittingTabs(tabs, 206, 'a')).toEqual(['a', 'b', 'c', 'd'])
  expect(fittingTabs(tabs, 205, 'a')).toEqual(['a', 'b', 'c'])
  expect(fittingTabs(tabs, 160, 'd')).toEqual(['a', 'b', 'd'])
  expect(fittingTabs(tabs, 20, 'c')).toEqual(['c'])
})

it('the first tab without room folds with all behind it', () => {
  const uneven = tabs.map((it) => (it.id === 'b' ? { ...it, width: 90 } : it))
  expect(fittingTabs(uneven, 110, 'a')).toEqual(['a'])
})

let before: readonly PanelRow[]
beforeEach(() => {
  setUpDom()
  before = panelRows()
  const row = { icon: () => null, component: () => null, place: 'right' as const }
  registerPanels(
    (['inspector', 'assistant', 'play', 'history'] as const).map(
      (id) => ({ ...row, id, title: `${id}-title` }) as unknown as PanelRow,
    ),
  )
  act(() => useWorkspace.getState().setPanel('inspector', true))
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  measured.mockImplementation(function (this: Element) {
    return this.matches('[data-name]') ? new DOMRect(0, 0, 80, 40) : new DOMRect()
  })
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(function (this: Element) {
    return this.matches('[role=tablist]') ? 180 : 0
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  registerPanels(before)
})

const shownTabs = () => screen.getAllByRole('tab').map((it) => it.textContent)

it('a tab without room is chosen from the menu with the keyboard, and is then shown', async () => {
  render(
    <TooltipProvider>
      <SideTabs side="right" />
    </TooltipProvider>,
  )
  expect(shownTabs()).toEqual(['Scene', 'Assistant'])
  const user = userEvent.setup()
  const more = screen.getByRole('button', { name: /^More panels/ })
  expect(more.getAttribute('aria-haspopup')).toBe('menu')
  more.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: /^Play/ })
  expect(screen.queryByRole('menuitem', { name: /^Assistant/ })).toBeNull()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(shownTabs()).toEqual(['Scene', 'History'])
  expect(screen.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true')
})

it('a tab shows how much waits in its panel', () => {
  const rows = panelRows().map((it) =>
    it.id === 'assistant'
      ? { ...it, useWaiting: () => ({ count: 2, label: '2 drafts to review' }) }
      : it,
  )
  registerPanels(rows)
  render(
    <TooltipProvider>
      <SideTabs side="right" />
    </TooltipProvider>,
  )
  const tab = screen.getByRole('tab', { name: 'Assistant, 2 drafts to review' })
  expect(tab.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2')
})
