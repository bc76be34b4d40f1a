/** A list under the hand that writes in it. */

import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { inOrderOf, useStillOrder } from './useStillOrder'

afterEach(cleanup)

function List({ names }: { names: string }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useStillOrder(box, [...names], (it) => it)
  return (
    <div ref={box}>
      {shown.map((it) => (
        <input key={it} aria-label={it} />
      ))}
    </div>
  )
}

const order = () => screen.getAllByRole('textbox').map((it) => it.getAttribute('aria-label'))

describe('a list', () => {
  it('keeps an order, with what is new behind what it follows and without what is gone', () => {
    const ordered = (before: string, now: string) => inOrderOf([...before], [...now], (it) => it)
    expect(ordered('abc', 'cab').join('')).toBe('abc')
    expect(ordered('abc', 'xcyb').join('')).toBe('xbcy')
    expect(ordered('', 'ba').join('')).toBe('ba')
  })

  it('is arranged anew once its fields are left, and not from one to the next', () => {
    const { rerender } = render(<List names="abc" />)
    const [a, b] = screen.getAllByRole('textbox')
    act(() => b?.focus())
    rerender(<List names="cba" />)
    expect(order()).toEqual(['a', 'b', 'c'])
    expect(document.activeElement).toBe(b)
    act(() => a?.focus())
    expect(order()).toEqual(['a', 'b', 'c'])
    act(() => a?.blur())
    expect(order()).toEqual(['c', 'b', 'a'])
  })

  it('follows at once where nobody writes', () => {
    const { rerender } = render(<List names="ab" />)
    rerender(<List names="ba" />)
    expect(order()).toEqual(['b', 'a'])
  })
})
