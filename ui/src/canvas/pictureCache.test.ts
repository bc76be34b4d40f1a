/** Pictures are kept within their budget, and loaded in the size they are shown. */

import { describe, expect, it, vi } from 'vitest'
import { PictureCache } from './pictureCache'

/** A shelf over a loader that is let go picture by picture. */
function shelf(budget: number) {
  const asked: string[] = []
  const closed: string[] = []
  const arrived: string[] = []
  const clock = { now: 0 }
  const load = async (address: string, width: number) => {
    asked.push(`${address} ${width}`)
    if (address === 'missing') throw new Error('no')
    return { width, height: width, close: () => closed.push(`${address} ${width}`), address }
  }
  const made = new PictureCache((it) => arrived.push(it), { load, budget, now: () => clock.now })
  const fetched = async (address: string, across: number) => {
    made.get(address, across)
    await vi.waitFor(() => expect(made.get(address, across)?.width).toBeGreaterThanOrEqual(across))
  }
  return { made, asked, closed, arrived, clock, fetched }
}

const SMALL = 160 * 160 * 4

describe('PictureCache', () => {
  it('evicts the least recently used picture and stays within its budget', async () => {
    const { made, closed, clock, fetched } = shelf(3 * SMALL)
    for (const address of ['a', 'b', 'c']) await fetched(address, 100)
    made.get('a', 100)
    await fetched('d', 100)
    expect(closed).toEqual(['b 160'])
    expect(made.bytes).toBe(3 * SMALL)
    // What went comes back when it is looked at again later.
    clock.now += 2000
    await fetched('b', 100)
    expect(closed).toEqual(['b 160', 'c 160'])
    expect(made.bytes).toBe(3 * SMALL)
  })

  it('does not thrash when visible pictures exceed the budget', async () => {
    const { made, asked, fetched } = shelf(SMALL)
    await fetched('a', 100)
    await fetched('b', 100)
    for (let look = 0; look < 20; look++) {
      made.get('a', 100)
      made.get('b', 100)
      await Promise.resolve()
    }
    expect(asked).toEqual(['a 160', 'b 160'])
  })

  it('loads the displayed size, and shows another size meanwhile', async () => {
    const { made, asked, closed, fetched } = shelf(1e9)
    await fetched('a', 100)
    expect(made.get('a', 300)?.width).toBe(160)
    await vi.waitFor(() => expect(made.get('a', 300)?.width).toBe(320))
    expect(asked).toEqual(['a 160', 'a 320'])
    expect(closed).toEqual(['a 160'])
    expect(made.bytes).toBe(320 * 320 * 4)
  })

  it('requests each picture once, even if it is not available', async () => {
    const { made, asked, arrived } = shelf(1e9)
    for (let look = 0; look < 5; look++) {
      expect(made.get('missing', 100)).toBeUndefined()
      await Promise.resolve()
    }
    expect(asked).toEqual(['missing 160'])
    expect(arrived).toEqual([])
  })

  it('frees everything on clear', async () => {
    const { made, closed, fetched } = shelf(1e9)
    await fetched('a', 100)
    await fetched('b', 1000)
    made.clear()
    expect(made.bytes).toBe(0)
    expect(closed).toHaveLength(2)
  })
})
