/** Views in which the bars over the map cover no card. */

import { describe, expect, it } from 'vitest'
import { type CardShape, intersects, type Rect } from '../../../canvas'
import { clearFit, clearPan, type Frame, isUnderBar } from './clearView'

const FILTER = { x: 12, y: 12, width: 62, height: 32 }
const MINIMAP = { x: 818, y: 446, width: 170, height: 142 }

function card(x: number, y: number, isGroup = false): CardShape {
  const plain = { title: 'a', excerpt: '', kind: 'scene', footnote: '', isGroup }
  return { id: `${x} ${y}`, x, y, width: 236, height: 132, ...plain }
}

function frame(cards: readonly CardShape[], bars: readonly Rect[], width = 1000): Frame {
  const cardsIn = (area: Rect) => cards.filter((it) => intersects(it, area))
  return { size: { width, height: 600 }, bars, cardsIn }
}

const corners = [card(0, 0), card(1764, 0), card(0, 868), card(1764, 868)]
const whole = { x: 0, y: 0, width: 2000, height: 1000 }

describe('clearFit', () => {
  it('shows everything with no card under a bar', () => {
    const shown = frame(corners, [FILTER, MINIMAP])
    const camera = clearFit(whole, shown)
    expect(corners.filter((it) => isUnderBar(it, camera, shown))).toEqual([])
    const right = (whole.width - camera.x) * camera.zoom
    const bottom = (whole.height - camera.y) * camera.zoom
    expect([right <= 1000, bottom <= 600, camera.x <= 0, camera.y <= 0]).not.toContain(false)
  })

  it('leaves no room for bars that cover nothing', () => {
    const [first = card(0, 0)] = corners
    const { zoom } = clearFit(whole, frame([first], [MINIMAP]))
    expect(zoom).toBe(clearFit(whole, frame(corners, [])).zoom)
  })

  it('keeps the title of a group readable, which stands above its frame', () => {
    const group = { ...card(0, 0, true), width: 2000, height: 1000 }
    const wide = { x: 12, y: 12, width: 600, height: 40 }
    const shown = frame([group], [wide])
    const { y, zoom } = clearFit(whole, shown)
    expect(-y * zoom).toBeGreaterThan(60)
  })
})

describe('clearPan', () => {
  it('moves a view until no card is under a bar, and the first card stays in sight', () => {
    const cards = [card(0, 0), card(400, 100)]
    const shown = frame(cards, [FILTER])
    const [first = card(0, 0)] = cards
    const camera = clearPan({ x: 0, y: 20, zoom: 1 }, first, shown)
    expect(cards.filter((it) => isUnderBar(it, camera, shown))).toEqual([])
    expect([camera.x <= 0, camera.y <= 0]).not.toContain(false)
  })

  it('cuts off no row of cards above or below where there is room for it', () => {
    const [first, above, below] = [card(0, 0), card(300, -300), card(300, 300)]
    const shown = frame([first, above, below], [])
    const camera = clearPan({ x: -200, y: -250, zoom: 1 }, first, shown)
    // 600 pixels hold one of the two rows, which stand 732 pixels apart from edge to edge.
    const cut = [above, below].filter((it) =>
      [camera.y, camera.y + 600].some((y) => y >= it.y && y <= it.y + it.height),
    )
    expect(cut).toEqual([])
    expect([camera.y <= 0, camera.y + 600 >= 132, camera.y === -250]).toEqual([true, true, false])
  })

  it('changes nothing where cards are everywhere', () => {
    const cards = Array.from({ length: 400 }, (_, at) => card((at % 20) * 236, at * 7 - 1500))
    const camera = { x: 0, y: 0, zoom: 1 }
    expect(clearPan(camera, card(500, 200), frame(cards, [FILTER, MINIMAP]))).toBe(camera)
  })
})
