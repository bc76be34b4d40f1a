/** A list in which somebody is typing. */

import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { inPreviousOrder, useFrozenOrder } from './useFrozenOrder'

afterEach(cleanup)

function List({ names }: { names: string }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useFrozenOrder(box, [...names], (it) => it)
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
  it('keeps the order, inserts new items after their predecessor and drops removed ones', () => {
    const ordered = (before: string, now: string) =>
      inPreviousOrder([...before], [...now], (it) => it)
    expect(ordered('abc', 'cab').join('')).toBe('abc')
    expect(ordered('abc', 'xcyb').join('')).toBe('xbcy')
    expect(ordered('', 'ba').join('')).toBe('ba')
  })

  it('reorders when focus leaves the list, not when it moves between fields', () => {
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

  it('reorders at once when no field has focus', () => {
    const { rerender } = render(<List names="ab" />)
    rerender(<List names="ba" />)
    expect(order()).toEqual(['b', 'a'])
  })
})
