/** Hit testing and invalidation of the scene. */

import { describe, expect, it } from 'vitest'
import { contains, intersects, pointOn } from './geometry'
import { linkCurve } from './linkCurve'
import { type CardShape, Scene } from './scene'

function card(id: string, x: number, y: number, part: Partial<CardShape> = {}): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y, width: 236, height: 132, ...plain, ...part }
}

function scene(): Scene {
  const made = new Scene()
  const group = card('group', -30, -60, { width: 700, height: 260, isGroup: true })
  made.load(
    [group, card('a', 0, 0), card('b', 400, 0), card('c', 0, 400)],
    [
      { id: 'ab', from: 'a', to: 'b', label: '' },
      { id: 'ac', from: 'a', to: 'c', label: '' },
      { id: 'lost', from: 'a', to: 'nowhere', label: '' },
    ],
  )
  return made
}

const ids = (cards: { id: string }[]) => cards.map((it) => it.id).sort()

describe('Scene', () => {
  it('finds the card at a point, and a group only by its title bar', () => {
    expect(scene().cardAt({ x: 10, y: 10 })?.id).toBe('a')
    expect(scene().cardAt({ x: 300, y: -50 })?.id).toBe('group')
    expect(scene().cardAt({ x: 300, y: 100 })).toBeUndefined()
  })

  it('finds a group by the title above its frame when zoomed out', () => {
    const { x = 0, y = 0 } = scene().cards.get('group') ?? {}
    expect(scene().cardAt({ x: x + 20, y: y - 12 }, 1)).toBeUndefined()
    expect(scene().cardAt({ x: x + 20, y: y - 12 }, 0.5)?.id).toBe('group')
    expect(scene().cardAt({ x: x + 400, y: y - 12 }, 0.5)).toBeUndefined()
  })

  it('selects touched cards and completely enclosed groups', () => {
    const touching = (x: number, y: number, width: number, height: number) =>
      ids(scene().cardsTouching({ x, y, width, height }))
    expect(touching(-10, -10, 20, 20)).toEqual(['a'])
    expect(touching(-40, -70, 720, 300)).toEqual(['a', 'b', 'group'])
  })

  it('finds a link near its curve and not away from it', () => {
    expect(scene().linkAt({ x: 320, y: 70 }, 8)?.id).toBe('ab')
    expect(scene().linkAt({ x: 320, y: 90 }, 8)).toBeUndefined()
  })

  it('draws a link only when both ends exist', () => {
    const made = scene()
    expect(made.curve('lost')).toBeUndefined()
    made.setCard(card('nowhere', 800, 800))
    expect(made.curve('lost')).toBeDefined()
  })

  it('moves links with their card and invalidates both areas', () => {
    const made = scene()
    const stale = made.setCard(card('b', 400, 900))
    expect(stale.some((it) => intersects(it, { x: 500, y: 50, width: 1, height: 1 }))).toBe(true)
    expect(stale.some((it) => intersects(it, { x: 500, y: 950, width: 1, height: 1 }))).toBe(true)
    expect(made.linkAt({ x: 320, y: 66 }, 8)).toBeUndefined()
    expect(made.cardAt({ x: 410, y: 910 })?.id).toBe('b')
  })

  it('removes a card with its links', () => {
    const made = scene()
    made.removeCard('a')
    expect([...made.links.keys()]).toEqual([])
    expect(made.cardAt({ x: 10, y: 10 })).toBeUndefined()
  })

  it('centers the remaining link of a pair', () => {
    const made = scene()
    const alone = made.curve('ab')
    made.setLink({ id: 'back', from: 'b', to: 'a', label: '' })
    expect(made.curve('ab')).not.toEqual(alone)
    const stale = made.removeLink('back')
    expect(made.curve('ab')).toEqual(alone)
    expect(stale.length).toBeGreaterThan(1)
  })
})

describe('linkCurve', () => {
  it.each([
    ['right', 600, 0, 1, 0],
    ['left', -600, 0, -1, 0],
    ['down', 0, 600, 0, 1],
    ['up', 0, -600, 0, -1],
  ])('leaves on the side that faces a card to the %s', (_, x, y, dx, dy) => {
    const [from, to] = [card('a', 0, 0), card('b', x, y)]
    const [start, , , end] = linkCurve(from, to)
    expect(start).toEqual({ x: 118 + dx * 118, y: 66 + dy * 66 })
    expect(end).toEqual({ x: x + 118 - dx * 118, y: y + 66 - dy * 66 })
  })

  it('draws a self-link outside its card', () => {
    const loop = card('a', 0, 0)
    expect(contains(loop, pointOn(linkCurve(loop, loop), 0.5))).toBe(false)
  })
})
