/** Links go around cards between their ends. */

import { describe, expect, it } from 'vitest'
import { contains, endOf, grown, pointsAlong } from './geometry'
import { acrossCurve, linkCurve } from './linkCurve'
import { crosses } from './routing'
import { type CardShape, Scene } from './scene'

function card(id: string, x: number, y: number, part: Partial<CardShape> = {}): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y, width: 236, height: 132, ...plain, ...part }
}

function scene(cards: CardShape[], links: [string, string][]): Scene {
  const made = new Scene()
  made.load(
    cards,
    links.map(([from, to]) => ({ id: `${from}${to}`, from, to, label: '' })),
  )
  return made
}

function curve(made: Scene, id: string) {
  const found = made.curve(id)
  if (!found) throw new Error(`${id} has no curve`)
  return found
}

describe('a link', () => {
  it('is straight if nothing is in the way', () => {
    const made = scene([card('a', 0, 0), card('b', 400, 100), card('c', 0, 400)], [['a', 'b']])
    const [a, b] = [card('a', 0, 0), card('b', 400, 100)]
    expect(curve(made, 'ab')).toEqual(linkCurve(a, b))
  })

  it.each([
    ['in a row', 680, 0],
    ['a row lower', 680, 180],
    ['several columns on', 1700, 360],
    ['backwards', -680, 0],
    ['below', 20, 720],
  ])('goes around cards to one %s', (_, x, y) => {
    const cards = [card('a', 0, 0), card('b', x, y)]
    for (let column = -3; column < 6; column++) {
      for (let row = -2; row < 6; row++) {
        const at = { x: column * 340, y: row * 180 }
        const isEnd = cards.some((it) => Math.abs(it.x - at.x) < 236 && Math.abs(it.y - at.y) < 132)
        if (!isEnd) cards.push(card(`${column},${row}`, at.x, at.y))
      }
    }
    const made = scene(cards, [['a', 'b']])
    const way = curve(made, 'ab')
    expect(crosses(way, cards.slice(2))).toBe(false)
    const [from, to] = cards
    const onBorder = (at: { x: number; y: number }, it: CardShape | undefined) =>
      it !== undefined && contains(it, at)
    expect(onBorder(way[0], from) && onBorder(endOf(way), to)).toBe(true)
  })

  it('leaves from another side if that path is free', () => {
    const cards = [card('a', 0, 0), card('b', 340, 292), card('c', 0, 180), card('d', 340, 90)]
    const way = curve(scene(cards, [['a', 'b']]), 'ab')
    expect(way).toEqual(acrossCurve(card('a', 0, 0), card('b', 340, 292)))
  })

  it('avoids a frame that contains neither end, and enters the frame of its target', () => {
    const frame = card('g', 300, -40, { width: 300, height: 240, isGroup: true })
    const around = scene([card('a', 0, 0), card('b', 700, 0), frame], [['a', 'b']])
    expect(crosses(curve(around, 'ab'), [frame])).toBe(false)
    const into = scene([card('a', 0, 0), card('b', 330, 20), frame], [['a', 'b']])
    expect(crosses(curve(into, 'ab'), [frame])).toBe(true)
  })

  it('is rerouted when a card blocks or clears its path, and reports its old area', () => {
    const made = scene([card('a', 0, 0), card('b', 700, 0), card('c', 350, 600)], [['a', 'b']])
    const direct = curve(made, 'ab')
    const areas = made.setCard(card('c', 350, 0))
    const around = curve(made, 'ab')
    expect(crosses(around, [card('c', 350, 0)])).toBe(false)
    expect(pointsAlong(around).every((at) => areas.some((it) => contains(grown(it, 1), at)))).toBe(
      true,
    )
    made.removeCard('c')
    expect(curve(made, 'ab')).toEqual(direct)
  })

  it('is hit along its route, away from its cards', () => {
    const blocks = [-1, 0, 1].map((row) => card(`c${row}`, 350, row * 130))
    const made = scene([card('a', 0, 0), card('b', 700, 0), ...blocks], [['a', 'b']])
    const lowest = Math.max(...pointsAlong(curve(made, 'ab')).map((it) => Math.abs(it.y - 66)))
    expect(lowest).toBeGreaterThan(200)
    const points = pointsAlong(curve(made, 'ab'))
    const aside = points.find((it) => Math.abs(it.y - 66) > 200) ?? { x: 0, y: 0 }
    expect(made.linkAt(aside, 4)?.id).toBe('ab')
  })

  it('finds a route for nearly every link of a dense map', () => {
    const cards: CardShape[] = []
    const links: [string, string][] = []
    for (let at = 0; at < 400; at++) {
      cards.push(card(`n${at}`, Math.floor(at / 20) * 340, (at % 20) * 180))
      if (at % 20 < 18 && at < 340) links.push([`n${at}`, `n${at + 42}`])
    }
    const made = scene(cards, links)
    const crossing = [...made.links.values()].filter(({ id, from, to }) => {
      const others = cards.filter((it) => it.id !== from && it.id !== to)
      return crosses(curve(made, id), others)
    })
    expect(links.length).toBeGreaterThan(300)
    expect(crossing.length / links.length).toBeLessThan(0.01)
  })
})
