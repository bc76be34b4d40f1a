/** Scroll positions, stored on this machine by name and restored. */

import { type RefObject, useLayoutEffect } from 'react'

const STORAGE_KEY = 'storyteller-scroll'
/** The maximum number of stored positions, newest first. */
const MOST = 300

type StoredPositions = Record<string, number>

function read(): StoredPositions {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as StoredPositions) : {}
  } catch {
    return {}
  }
}

function keep(name: string, top: number): void {
  const { [name]: _, ...others } = read()
  const all = Object.entries(top > 0 ? { ...others, [name]: top } : others)
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(all.slice(-MOST))))
}

/** How long after the last movement the position is stored, in milliseconds. */
const REST = 300

/**
 * Stores the position of the nearest scrolling ancestor of an element. The content may still grow
 * after rendering, so restoring is repeated until it succeeds or the person scrolls.
 */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, name: string): void {
  // Cleaned up before the content is removed, because that changes the position too.
  useLayoutEffect(() => {
    const box = scrolling(element.current)
    if (!box) return
    let wanted: number | undefined = read()[name]
    let rest: ReturnType<typeof setTimeout> | undefined
    const seek = () => {
      if (wanted === undefined) return
      box.scrollTop = wanted
      if (Math.abs(box.scrollTop - wanted) < 2) wanted = undefined
    }
    let top = 0
    const store = () => {
      rest = undefined
      keep(name, top)
    }
    const scrolled = () => {
      if (wanted !== undefined) return
      top = Math.round(box.scrollTop)
      clearTimeout(rest)
      rest = setTimeout(store, REST)
    }
    const moved = () => {
      wanted = undefined
    }
    if (wanted === undefined) box.scrollTop = 0
    seek()
    const grown = new ResizeObserver(seek)
    if (element.current) grown.observe(element.current)
    box.addEventListener('scroll', scrolled, { passive: true })
    for (const hand of ['wheel', 'pointerdown', 'keydown'] as const)
      box.addEventListener(hand, moved, { passive: true })
    return () => {
      if (rest !== undefined) {
        clearTimeout(rest)
        store()
      }
      grown.disconnect()
      box.removeEventListener('scroll', scrolled)
      for (const hand of ['wheel', 'pointerdown', 'keydown'] as const)
        box.removeEventListener(hand, moved)
    }
  }, [element, name])
}

function scrolling(element: HTMLElement | null): HTMLElement | undefined {
  for (let it = element; it; it = it.parentElement)
    if (/auto|scroll/.test(getComputedStyle(it).overflowY)) return it
  return undefined
}
