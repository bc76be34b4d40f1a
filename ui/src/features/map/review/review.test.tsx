/** Reviewing a draft on the map: what is marked, and how it is decided. */

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { useSelection } from '../../../document'
import { ReviewBar } from './ReviewBar'
import { reviewOverlay, useReview, watchReview } from './review'

const piece = (id: string, base: number | null, after: number | null, moved = false) => ({
  node: { id, title: id },
  what: id,
  capability: 'node',
  base,
  after,
  moved,
  difference: { same: false },
})

test('cards added, changed and removed by a draft look different, and are adopted by selection', async () => {
  setUpDom()
  const pieces = [piece('n01', 1, 2), piece('n18', 1, null, true), piece('new', null, 1)]
  const { session, user, bridge, calls } = await renderWithStory(<ReviewBar />, {
    tools: {
      show_draft: () => ({ draft: 'd', title: 'Darker', pieces }),
      adopt_draft: () => ({ left: 1 }),
    },
  })
  const bringIntoSight = vi.fn()
  const stop = watchReview(session, bringIntoSight)
  await act(() => session.showDraft('d'))
  act(() => {
    // What the program would read with the draft laid over the story.
    const node = bridge.story.nodes.get('n01')
    const { mirror } = session
    mirror.nodes.delete('n18')
    if (node)
      mirror.nodes.set('new', { ...node, id: 'new', excerpt: '', words: 0, capabilities: [] })
    const rest = { kinds: {}, nodes: [], edges: [], removed_nodes: [], removed_edges: [] }
    mirror.apply({ number: mirror.number, whole: false, story: mirror.story, ...rest })
  })
  await waitFor(() => expect(useReview.getState().review?.marks.get('new')).toBe('added'))
  // Only what was not looked at before; a change of it later leaves the view where it is.
  expect(bringIntoSight).toHaveBeenCalledTimes(1)
  const review = useReview.getState().review
  expect(Object.fromEntries(review?.marks ?? [])).toEqual({
    n01: 'changed',
    n18: 'removed',
    new: 'added',
  })
  expect(review?.ghosts.map((it) => it.title)).toEqual(['A discarded opening'])
  // A closed group stands for what is done within it; what is gone has a place of its own.
  const inGroup = reviewOverlay((id) => (id === 'n01' ? 'g' : id === 'n18' ? undefined : id))
  expect([...(inGroup.marks ?? [])]).toEqual([
    ['g', 'changed'],
    ['new', 'added'],
  ])
  expect(inGroup.ghosts?.map((it) => it.title)).toEqual(['A discarded opening'])
  expect(screen.getByRole('region').textContent).toMatch(/1 new.*1 changed.*1 removed.*since/)
  act(() => useSelection.getState().select(['n01']))
  await user.click(screen.getByRole('button', { name: 'Accept 1 selected' }))
  expect(calls('adopt_draft')).toEqual([{ draft: 'd', nodes: ['n01'] }])
  await user.click(screen.getByRole('button', { name: 'Accept all' }))
  expect(calls('adopt_draft').at(-1)).toEqual({ draft: 'd' })
  expect(bridge.calls.find((it) => it.name === 'adopt_draft')).not.toHaveProperty('draft')
  stop()
})
