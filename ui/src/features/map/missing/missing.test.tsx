/** Missing scenes that texts link to: outlined on the map, created with a click. */

import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useSelection } from '../../../document'
import { useFindings } from '../../../state'
import { open, selected, writes } from '../testing'

beforeEach(() => {
  localStorage.clear()
  useSelection.getState().clear()
  useFindings.getState().setFindings([])
})
afterEach(cleanup)

const broken = (node: string, target: string, label = '') => ({
  kind: 'broken_link',
  severity: 'error' as const,
  breaks_reading: true,
  nodes: [{ id: node }],
  parts: { title: node, target },
  fix: { arguments: { title: target, after: node, ...(label ? { label } : {}) } },
})

test('a missing title is shown once on the map, and created in place', async () => {
  const { bridge, session, map } = await open()
  act(() => {
    useFindings
      .getState()
      .setFindings([broken('a', 'The cellar', 'Go down'), broken('b', 'the cellar')])
  })
  expect(useFindings.getState().byNode.size, 'the card itself is not at fault').toBe(0)
  const [ghost, ...others] = screen.getAllByRole('button', { name: /cellar/i })
  expect(others).toEqual([])
  if (!ghost) throw new Error('it is not there')
  const [left, top] = [ghost.style.left, ghost.style.top].map((it) => Number.parseInt(it, 10))
  const stands = map.view.scene.cardsIn({ x: left ?? 0, y: top ?? 0, width: 236, height: 132 })
  expect(stands, 'it covers no card').toEqual([])
  await userEvent.click(ghost)
  expect(writes(bridge.calls).filter((it) => it.name === 'create_node')).toEqual([
    {
      name: 'create_node',
      args: { title: 'The cellar', after: 'a', label: 'Go down', x: left, y: top },
    },
  ])
  await waitFor(() => {
    const made = [...session.mirror.nodes.values()].find((it) => it.title === 'The cellar')
    expect(selected()).toEqual([made?.id])
  })
  act(() => useFindings.getState().setFindings([]))
  expect(screen.queryByRole('button', { name: /cellar/i })).toBeNull()
})
