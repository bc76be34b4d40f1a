/** The positions of aligned cards. */

import { describe, expect, it } from 'vitest'
import { aligned } from './align'

const card = (id: string, x: number, y: number, width = 100, height = 50) => ({
  id,
  x,
  y,
  width,
  height,
})

describe('alignment', () => {
  const cards = [card('a', 0, 0), card('b', 300, 40, 200), card('c', 110, 200)]

  it('aligns edges and middles, and skips cards already in place', () => {
    expect(aligned(cards, 'alignLeft')).toEqual([card('b', 0, 40, 200), card('c', 0, 200)])
    expect(aligned(cards, 'alignRight').map((it) => it.x)).toEqual([400, 400])
    expect(aligned(cards, 'alignMiddle').map((it) => it.y)).toEqual([100, 100, 100])
  })

  it('distributes cards evenly between the outermost', () => {
    expect(aligned(cards, 'spreadAcross')).toEqual([card('c', 150, 200)])
  })

  it('does nothing without cards', () => {
    expect(aligned([], 'alignTop')).toEqual([])
  })
})
