/** Actions of more than one call: their notices, and what these offer. */

import { beforeEach, expect, it, vi } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake/fakeBridge'
import { Session, useSelection } from '../document'
import { useNotices } from '../state/notices'
import { takeWelcomeRequest } from '../state/welcomeRequest'
import type { WindowContext } from '../state/workspace'
import { startText } from '../text'
import { actionContext } from './action'
import { newStory } from './fileActions'
import { sceneActions } from './sceneActions'
import { removeSelected, tidyMap } from './storyActions'

startText('en')

beforeEach(() => {
  useSelection.getState().clear()
  useNotices.getState().dismiss()
})

it('reports when tidying the map changes nothing', async () => {
  const session = new Session(new FakeBridge(smallStory()))
  await session.open()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice).toBeUndefined()
  await tidyMap(actionContext(session))
  expect(useNotices.getState().notice?.text).toBe('The map is already tidy.')
})

it('the notice of a deletion offers undo', async () => {
  const bridge = new FakeBridge(smallStory())
  const session = new Session(bridge)
  await session.open()
  const [node] = session.mirror.nodes.keys()
  if (node) useSelection.getState().select([node])
  await removeSelected(actionContext(session))
  expect(bridge.story.nodes.has(node ?? '')).toBe(false)
  const { notice } = useNotices.getState()
  expect(notice?.action?.label).toBe('Undo')
  notice?.action?.perform()
  await vi.waitFor(() => expect(bridge.story.nodes.has(node ?? '')).toBe(true))
})

it('a new scene is put between a scene and the next one, in the same group', async () => {
  const bridge = new FakeBridge(smallStory())
  const session = new Session(bridge)
  await session.open()
  const { mirror } = session
  const [act] = sceneActions
  const scenes = [...mirror.nodes.values()].filter((it) => it.kind === 'scene')
  const canBeDone = (node: string) => {
    useSelection.getState().select([node])
    return act?.when?.(actionContext(session)) ?? false
  }
  const leading = scenes.find(({ id }) => {
    const ways = mirror.edgesFrom(id)
    return ways.length === 1 && !ways[0]?.label && canBeDone(id)
  })
  const branch = scenes.find(({ id }) => mirror.edgesFrom(id).length > 1)
  if (!leading || !branch) throw new Error('the small story has a sequence and a branch')
  expect(canBeDone(branch.id), 'where a reader chooses, a new scene has no place').toBe(false)
  const [way] = mirror.edgesFrom(leading.id)
  useSelection.getState().select([leading.id])
  await act?.perform(actionContext(session))
  const [made] = mirror.edgesFrom(leading.id)
  expect(made?.to).not.toBe(way?.to)
  expect(mirror.edgesFrom(made?.to ?? '').map((it) => it.to)).toEqual([way?.to])
  expect(mirror.nodes.get(made?.to ?? '')).toMatchObject({ title: 'New scene', kind: 'scene' })
  expect(mirror.nodes.get(made?.to ?? '')?.parent).toBe(leading.parent)
  useSelection.getState().select([made?.to ?? ''])
  await act?.perform(actionContext(session))
  expect([...mirror.nodes.values()].map((it) => it.title)).toContain('New scene 2')
})

it('in a browser tab, a new story is requested on the welcome screen', async () => {
  const session = new Session(new FakeBridge(smallStory()))
  const left = vi.fn()
  const windowContext = { program: {}, leave: left } as unknown as WindowContext
  await newStory({ ...actionContext(session), windowContext })
  expect(left).toHaveBeenCalledOnce()
  expect([takeWelcomeRequest(), takeWelcomeRequest()]).toEqual(['new', undefined])
})
