/** What the map draws at each zoom, and in which order. */

import { describe, expect, it } from 'vitest'
import { drawArea } from './draw'
import type { DrawContext, Emphasis } from './drawContext'
import { LabelLayout } from './labelLayout'
import { type CardShape, Scene } from './scene'
import type { Theme } from './theme'

const theme = {
  card: 'card',
  title: 'ink',
  text: 'text',
  selection: 'blue',
  marks: {},
  kinds: { scene: { accent: 'scene' }, group: { accent: 'group' }, other: { accent: 'other' } },
  palette: { 1: 'red' },
  font: 'sans',
} as unknown as Theme

function card(id: string, x: number, part: Partial<CardShape> = {}): CardShape {
  const plain = { title: id, excerpt: '', kind: 'scene', footnote: '', isGroup: false }
  return { id, x, y: 0, width: 236, height: 132, ...plain, ...part }
}

/** What is drawn of some cards at a zoom: calls and settings, in order. */
function drawn(cards: CardShape[], zoom: number, emphasis: Emphasis = {}): string[] {
  const operations: string[] = []
  let letters = 12
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'measureText') return (it: string) => ({ width: it.length * letters * 0.5 })
        return (...args: unknown[]) => void operations.push(`${String(name)} ${args.join(' ')}`)
      },
      set: (_, name, value) => {
        if (name === 'font') letters = Number(/([\d.]+)px/.exec(String(value))?.[1])
        operations.push(`${String(name)} = ${value}`)
        return true
      },
    },
  ) as CanvasRenderingContext2D
  const scene = new Scene()
  scene.load(cards, [])
  const labels = new LabelLayout(scene, () => [])
  const brush: DrawContext = {
    context,
    theme,
    pictures: () => undefined,
    ratio: 1,
    dragged: new Set(),
    labels,
    emphasis,
  }
  drawArea(brush, scene, { x: -1000, y: -1000, width: 4000, height: 4000 }, zoom)
  return operations
}

const PROSE = 'The rain goes on and somebody knocks at the door once more. '.repeat(6)

describe('the map', () => {
  it('shows more lines of text when zoomed in', () => {
    const lines = (zoom: number) => {
      const operations = drawn([card('a', 0, { excerpt: PROSE })], zoom)
      return operations.filter((it) => it.startsWith('fillText')).length
    }
    expect(lines(2)).toBeGreaterThan(lines(1))
  })

  it('when zoomed out, shows group names above the cards and dots for start and endings', () => {
    const group = card('g', -20, {
      title: 'Act One',
      isGroup: true,
      width: 900,
      height: 300,
      kind: 'group',
    })
    const start = card('s', 0, { badges: [{ kind: 'start' }] })
    const end = card('e', 400, { badges: [{ kind: 'ending' }] })
    const operations = drawn([group, start, end], 0.1)
    const name = operations.findIndex((it) => it.startsWith('fillText Act One'))
    expect(name).toBeGreaterThan(operations.indexOf('rect 0 0 236 132'))
    const dots = operations.filter((it) => it.startsWith('arc')).map((it) => it.split(' ')[1])
    expect(dots.sort()).toEqual(['118', '518'])
    expect(operations.some((it) => it.startsWith('fillText s '))).toBe(false)
  })

  it('draws a group title over an adjacent card when zoomed in as well', () => {
    const group = card('g', 0, {
      title: 'New group',
      isGroup: true,
      width: 400,
      height: 300,
      kind: 'group',
    })
    const operations = drawn([group, card('beside', -150, { y: -120 })], 0.6)
    const title = operations.findIndex((it) => it.startsWith('fillText New group'))
    const other = operations.findIndex((it) => it.startsWith('fillText beside'))
    expect(title).toBeGreaterThan(other)
  })

  it('fades cards that are not highlighted', () => {
    const alpha = (cards: ReadonlySet<string>) =>
      drawn([card('a', 0)], 1, { cards }).some((it) => it === 'globalAlpha = 0.22')
    expect(alpha(new Set(['b']))).toBe(true)
    expect(alpha(new Set(['a']))).toBe(false)
  })
})
