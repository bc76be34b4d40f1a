/** The overlay of the map leaves cards and labels readable. */

import { expect, it } from 'vitest'
import { paintOverlay } from './overlay'
import { type CardShape, Scene } from './scene'
import type { Theme } from './theme'

function card(id: string, x: number): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y: 0, width: 236, height: 132, ...plain }
}

/** A context that notes calls and settings in order. */
function recorder() {
  const operations: string[] = []
  const context = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          operations.push(`${String(name)} ${args.join(' ')}`),
      set: (_, name, value) => operations.push(`${String(name)} = ${value}`) > 0,
    },
  ) as CanvasRenderingContext2D
  return { context, operations }
}

it('leaves the label and cards of a selected link uncovered', () => {
  const scene = new Scene()
  scene.load([card('a', 0), card('b', 400)], [{ id: 'ab', from: 'a', to: 'b', label: 'Go' }])
  const { context, operations } = recorder()
  const theme = { selection: 'blue' } as Theme
  const labels = [{ x: 280, y: 55, width: 60, height: 22 }]
  const overlay = { selected: new Set<string>(), selectedLink: 'ab', highlighted: new Map() }
  paintOverlay({ context, scene, theme, zoom: 1, labels }, overlay, 0)
  const drawn = operations.findIndex((it) => it.startsWith('bezierCurveTo'))
  const cleared = operations.indexOf('globalCompositeOperation = destination-out')
  const filled = operations.indexOf('fill ', cleared)
  expect(drawn).toBeGreaterThan(-1)
  expect(cleared).toBeGreaterThan(drawn)
  const boxes = operations.slice(cleared, filled).filter((it) => it.startsWith('roundRect'))
  expect(boxes).toEqual([
    'roundRect 0 0 236 132 10',
    'roundRect 400 0 236 132 10',
    'roundRect 280 55 60 22 10',
  ])
})
