/** Which parts of a scene have to be redrawn. */

import { expect, it } from 'vitest'
import { type CardShape, Scene } from './scene'
import { changeCount, sceneChanges } from './sceneChanges'

function card(id: string, x: number): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y: 0, width: 236, height: 132, ...plain, badges: [{ kind: 'start' }] }
}

const link = { id: 'l', from: 'a', to: 'b', label: '' }

it('lists only what differs', () => {
  const scene = new Scene()
  scene.load([card('a', 0), card('b', 400)], [link])
  expect(changeCount(sceneChanges(scene, [card('a', 0), card('b', 400)], [{ ...link }]))).toBe(0)
  const changes = sceneChanges(scene, [card('a', 0), card('c', 400)], [{ ...link, label: 'Go' }])
  expect(changes).toEqual({
    cards: [card('c', 400)],
    links: [{ ...link, label: 'Go' }],
    removedCards: ['b'],
    removedLinks: [],
  })
})

it('detects added and removed badges', () => {
  const scene = new Scene()
  scene.load([card('a', 0)], [])
  const { badges: _, ...bare } = card('a', 0)
  expect(sceneChanges(scene, [bare], []).cards).toEqual([bare])
  expect(sceneChanges(scene, [{ ...bare, badges: [{ kind: 'ending' }] }], []).cards).toHaveLength(1)
})
