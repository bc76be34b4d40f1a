/** The minimap shows all of the map, whatever its size. */

import { describe, expect, it, vi } from 'vitest'
import { Minimap, minimapTransform } from './minimap'
import { Scene } from './scene'
import type { Theme } from './theme'

const size = { width: 168, height: 112 }

describe('minimapTransform', () => {
  it.each([
    ['wide', { x: -500, y: 40, width: 90_000, height: 300 }],
    ['tall', { x: 10, y: -9000, width: 236, height: 20_000 }],
  ])('fits a %s map completely and centered', (_, extent) => {
    const { scale, left, top } = minimapTransform(extent, size)
    const [x, y] = [left + extent.x * scale, top + extent.y * scale]
    expect(x).toBeGreaterThanOrEqual(5.9)
    expect(y).toBeGreaterThanOrEqual(5.9)
    expect(x + (extent.width * scale) / 2).toBeCloseTo(size.width / 2)
    expect(y + (extent.height * scale) / 2).toBeCloseTo(size.height / 2)
  })

  it('does not enlarge a single card to fill the minimap', () => {
    expect(minimapTransform({ x: 0, y: 0, width: 236, height: 132 }, size).scale).toBe(0.1)
  })
})

it('marks draft changes with discs of the same size on large and small maps', () => {
  const filled: [string, number][] = []
  const context = {
    ...Object.fromEntries(
      [
        'setTransform',
        'clearRect',
        'fillRect',
        'strokeRect',
        'drawImage',
        'beginPath',
        'stroke',
      ].map((name) => [name, () => undefined]),
    ),
    fillStyle: '',
    radius: 0,
    arc(_x: number, _y: number, radius: number) {
      this.radius = radius
    },
    fill() {
      filled.push([this.fillStyle, this.radius])
    },
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const marks = { added: 'green', changed: 'amber', removed: 'red' }
  const theme = { marks, kinds: { other: { accent: 'blue' } }, palette: {} } as unknown as Theme
  const scene = new Scene()
  const card = { title: '', excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  const at = (x: number) => ({ x, y: 0, width: 236, height: 132 })
  scene.load(
    [0, 90_000].map((x) => ({ id: `${x}`, ...at(x), ...card })),
    [],
  )
  const minimap = new Minimap(document.createElement('canvas'), size)
  minimap.changed([
    { area: at(0), mark: 'added' },
    { area: at(500), mark: 'removed' },
  ])
  minimap.draw(scene, { x: 0, y: 0, zoom: 1 }, size, theme)
  expect(filled).toEqual([
    ['green', 3.5],
    ['red', 3.5],
  ])
  vi.restoreAllMocks()
})
