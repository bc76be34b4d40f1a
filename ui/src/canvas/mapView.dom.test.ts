/** The map on the screen: what it repaints, and which listeners it calls. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MapView } from './mapView'
import type { CardShape } from './scene'
import type { Theme } from './theme'

const theme = { marks: {}, kinds: { other: { accent: '' } }, palette: {} } as unknown as Theme

function card(id: string, x: number): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y: 0, width: 236, height: 132, ...plain }
}

/** The frames that were asked for, drawn by the test. */
let frames: FrameRequestCallback[] = []

function drawAll(): void {
  for (let round = 0; round < 10; round++) {
    const now = frames
    frames = []
    for (const frame of now) frame(performance.now() + 1000)
  }
}

let resized: () => void = () => undefined

function view(cards: CardShape[], size = { width: 800, height: 600 }) {
  const host = document.createElement('div')
  host.getBoundingClientRect = () => ({ x: 0, y: 0, ...size }) as DOMRect
  const watched = vi.fn()
  const made = new MapView(host, theme, watched)
  made.load(cards, [])
  drawAll()
  return { made, host, watched, size }
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {}
      disconnect() {}
    },
  )
})

describe('MapView', () => {
  it('draws the selection of an offscreen card once the view moves to it', () => {
    const { made, host } = view([card('near', 0), card('far', 50_000)])
    const overlay = host.firstElementChild?.lastElementChild as HTMLElement
    made.setOverlay({ selected: new Set(['far']), highlighted: new Map() })
    drawAll()
    expect(overlay.style.display).toBe('none')
    made.look({ x: 49_900, y: -100, zoom: 1 })
    drawAll()
    expect(overlay.style.display).toBe('block')
  })

  it('reports a resize to its listeners', () => {
    const { watched, size } = view([card('near', 0)])
    watched.mockClear()
    size.width = 400
    resized()
    expect(watched).toHaveBeenCalledTimes(1)
  })

  it('draws many cards added at once like a few', () => {
    const cards = Array.from({ length: 1000 }, (_, at) => card(`n${at}`, at * 300))
    const { made } = view(cards)
    made.startDrag(new Set(cards.map((it) => it.id)))
    made.dragBy(10, 20)
    const loaded = vi.spyOn(made.scene, 'load')
    const set = vi.spyOn(made.scene, 'setCard')
    const moved = made.endDrag()
    expect(moved).toHaveLength(1000)
    expect(made.scene.cards.get('n999')).toMatchObject({ x: 299_710, y: 20 })
    expect(loaded).toHaveBeenCalledTimes(1)
    expect(set).not.toHaveBeenCalled()
    // What the program then says of them is already drawn.
    loaded.mockClear()
    made.update(
      [...made.scene.cards.values()].map((it) => ({ ...it })),
      [],
    )
    expect(loaded).not.toHaveBeenCalled()
    expect(set).not.toHaveBeenCalled()
  })
})
