/** Labels are placed where there is space, in any order of requests, and avoid each other. */

import { describe, expect, it } from 'vitest'
import { contains, intersection, pointsAlong, type Rect } from './geometry'
import { LabelLayout, type LabelText } from './labelLayout'
import { linkCurve } from './linkCurve'
import { type CardShape, type LinkShape, Scene } from './scene'

const EVERYWHERE: Rect = { x: -1e5, y: -1e5, width: 2e5, height: 2e5 }

function card(id: string, x: number, y: number): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y, width: 236, height: 132, ...plain }
}

function link(from: string, to: string, id = `${from}${to}`): LinkShape {
  return { id, from, to, label: id }
}

/** Written in one line, in two, or in three. */
const LONG: LabelText[] = [
  { rows: [''], sign: 0, width: 150, height: 22 },
  { rows: ['', ''], sign: 0, width: 94, height: 36 },
  { rows: ['', '', ''], sign: 0, width: 62, height: 50 },
]

/** Two columns as after tidying, and links across the gap between them. */
function columns(pairs: readonly (readonly [number, number])[]): Scene {
  const scene = new Scene()
  const column = (name: string, x: number) =>
    [0, 1, 2, 3].map((row) => card(`${name}${row}`, x, row * 180))
  const links = pairs.map(([from, to]) => link(`a${from}`, `b${to}`))
  scene.load([...column('a', 0), ...column('b', 340)], links)
  return scene
}

const EIGHT = [
  ...([0, 1, 2, 3].map((it) => [it, 3 - it]) as [number, number][]),
  ...([0, 1, 2, 3].map((it) => [it, (it + 2) % 4]) as [number, number][]),
] as const

function boxes(scene: Scene, places = new LabelLayout(scene, () => LONG)): Map<string, Rect> {
  places.fill(EVERYWHERE)
  const found = new Map<string, Rect>()
  for (const it of scene.links.values()) {
    const place = places.of(it)
    if (!place) continue
    const { width, height } = place.writing
    const { x, y } = place.at
    found.set(it.id, { x: x - width / 2, y: y - height / 2, width, height })
  }
  return found
}

/** How much of each other some rectangles cover, in square map units. */
function overlap(rects: Iterable<Rect>, others?: Iterable<Rect>): number {
  const all = [...rects]
  let sum = 0
  for (const [at, one] of all.entries()) {
    for (const other of others ?? all.slice(at + 1)) {
      const both = intersection(one, other)
      if (both) sum += both.width * both.height
    }
  }
  return sum
}

describe('the labels of links', () => {
  it('cover neither a card nor each other where eight links cross in one gap', () => {
    const scene = columns(EIGHT)
    const widths = [48, 112, 70, 150, 40, 95, 82, 60]
    const written = [...scene.links.keys()].map((id, at): [string, LabelText[]] => {
      const one = { rows: [''], sign: 0, width: widths[at] ?? 0, height: 22 }
      return [id, one.width > 66 ? [one, { ...one, width: 62, height: 36 }] : [one]]
    })
    const labelTexts = new Map(written)
    const places = new LabelLayout(scene, ({ id }) => labelTexts.get(id) ?? [])
    const found = [...boxes(scene, places).values()]
    expect(found).toHaveLength(8)
    expect(overlap(found)).toBe(0)
    expect(overlap(found, scene.cards.values())).toBe(0)
  })

  it('are placed near the source of their links if nothing is in the way', () => {
    const scene = new Scene()
    scene.load([card('a', 0, 0), card('b', 900, 0)], [link('a', 'b')])
    const [label] = boxes(scene).values()
    expect(label).toMatchObject({ width: 150, height: 22 })
    expect(label?.y).toBeCloseTo(55)
    expect(label?.x).toBeGreaterThan(236)
    expect(label?.x).toBeLessThan(260)
  })

  it('avoid other links if there is space', () => {
    const scene = new Scene()
    const cards = [card('a', 0, 0), card('b', 900, 0), card('c', 500, -400), card('d', 430, 400)]
    scene.load(cards, [link('a', 'b'), link('c', 'd', 'cd')])
    const crossing = pointsAlong(scene.curve('cd') ?? linkCurve(card('c', 0, 0), card('d', 1, 1)))
    const label = boxes(scene, new LabelLayout(scene, (it) => (it.id === 'ab' ? LONG : []))).get(
      'ab',
    )
    expect(crossing.some((at) => label && contains(label, at))).toBe(false)
    // With the other link gone, nothing keeps it from being where that was.
    const before = { x: 0, y: 0, ...label }
    expect(before.x).toBeLessThan(500)
  })

  it('are narrowed, or stand outside of a gap, rather than cover a card', () => {
    const near = (gap: number) => {
      const scene = new Scene()
      scene.load([card('a', 0, 0), card('b', 236 + gap, 0)], [link('a', 'b')])
      return boxes(scene).get('ab') as Rect
    }
    expect(near(120)).toMatchObject({ width: 94 })
    expect(near(80)).toMatchObject({ width: 62 })
    const outside = near(20)
    expect(overlap([outside], [card('a', 0, 0), card('b', 256, 0)])).toBe(0)
    // Above or below the gap, as near to it as can be.
    expect(Math.abs(outside.x + outside.width / 2 - 246)).toBeLessThan(2)
    expect(Math.abs(outside.y + outside.height / 2 - 66)).toBeLessThan(100)
  })

  it('are omitted where cards leave no space at all, until there is some', () => {
    const scene = new Scene()
    const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((row) => [
      card(`l${row}`, 0, row * 140),
      card(`r${row}`, 256, row * 140),
    ])
    scene.load(rows, [link('l0', 'r0')])
    const places = new LabelLayout(scene, () => LONG)
    expect(boxes(scene, places).size).toBe(0)
    const stale = ['l1', 'r1'].flatMap((it) => scene.removeCard(it))
    expect(places.changed(stale, EVERYWHERE)).toHaveLength(1)
    const [label] = boxes(scene, places).values()
    expect(label && overlap([label], scene.cards.values())).toBe(0)
  })

  it('keep a distance from cards if there is space', () => {
    const scene = new Scene()
    scene.load([card('a', 0, 0), card('b', 310, 0)], [link('a', 'b')])
    const short = { rows: [''], sign: 0, width: 46, height: 22 }
    const [label] = boxes(scene, new LabelLayout(scene, () => [short])).values()
    expect(label?.x).toBeGreaterThanOrEqual(242)
  })

  it.each([
    ['beside one another', 420, 0],
    ['one above the other', 0, 240],
  ])('are separate on links between the same two cards: %s', (_, x, y) => {
    const scene = new Scene()
    const links = [link('a', 'b', '1'), link('a', 'b', '2'), link('b', 'a', '3')]
    scene.load([card('a', 0, 0), card('b', x, y)], links)
    const size = { rows: [''], sign: 0, width: 110, height: 22 }
    const found = [...boxes(scene, new LabelLayout(scene, () => [size])).values()]
    expect(found).toHaveLength(3)
    expect(overlap(found)).toBe(0)
  })

  it('make room for new cards, and report old and new positions', () => {
    const scene = columns(EIGHT.slice(0, 1))
    const places = new LabelLayout(scene, () => LONG)
    const before = boxes(scene, places).get('a0b3') as Rect
    const inTheWay = { ...card('c', before.x, before.y), width: 20, height: 20 }
    const stale = places.changed(scene.setCard(inTheWay), EVERYWHERE)
    const after = boxes(scene, places).get('a0b3') as Rect
    expect(overlap([after], [inTheWay])).toBe(0)
    expect(stale).toEqual([before, after])
    // A change that does not affect them does not cause redrawing.
    expect(places.changed([{ ...before }], EVERYWHERE)).toEqual([])
  })

  it('stay in place while others change, and report when they move', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    const scene = new Scene()
    const cards = Array.from({ length: 40 }, (_, at) => card(`n${at}`, random(2000), random(1500)))
    const links = cards.flatMap(({ id }) => [link(id, `n${random(40)}`, `${id}+`)])
    scene.load(cards, links)
    const places = new LabelLayout(scene, () => LONG)
    let before = boxes(scene, places)
    for (let step = 0; step < 60; step++) {
      const id = `n${random(40)}`
      const there = scene.cards.get(id) as CardShape
      const areas = [
        () => scene.removeLink(`${id}+`),
        () => scene.setLink(link(id, `n${random(40)}`, `${id}+`)),
        () => scene.setCard({ ...there, x: random(2000), y: random(1500) }),
      ][step % 3]?.()
      const redrawn = places.changed(areas ?? [], EVERYWHERE)
      const after = boxes(scene, places)
      for (const it of new Set([...before.keys(), ...after.keys()])) {
        const [was, is] = [before.get(it), after.get(it)]
        if (JSON.stringify(was) === JSON.stringify(is)) continue
        for (const box of [was, is]) if (box) expect(redrawn).toContainEqual(box)
      }
      before = after
    }
  })
})
