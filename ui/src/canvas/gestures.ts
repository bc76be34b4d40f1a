/**
 * Turns pointer, wheel and touch input into a few intents; others decide what these do to a story.
 */

import type { Point } from './geometry'

export interface PointerIntent {
  /** In CSS pixels from the view's top left corner. */
  at: Point
  /** Shift, Control or Command was held. */
  adding: boolean
  /** Alt was held. */
  alternate: boolean
}

/** The intents of gestures. */
export interface GestureTarget {
  /** Whether a press here begins to drag something, rather than to pan the map. */
  press(intent: PointerIntent): 'pan' | 'drag' | 'area'
  dragged(from: PointerIntent, to: PointerIntent): void
  dropped(from: PointerIntent, to: PointerIntent): void
  cancelled(): void
  clicked(intent: PointerIntent): void
  opened(intent: PointerIntent): void
  menu(intent: PointerIntent): void
  hovered(intent: PointerIntent | undefined): void
  panned(dx: number, dy: number): void
  zoomed(factor: number, at: Point): void
}

const SLOP = 4

type Phase =
  | { kind: 'idle' }
  | { kind: 'pressed' | 'moving'; mode: 'pan' | 'drag' | 'area'; from: PointerIntent; last: Point }
  | { kind: 'pinching'; distance: number; middle: Point }

/** Listens on an element until the returned function is called. */
export function listen(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, Point>()
  let phase: Phase = { kind: 'idle' }
  let spaceHeld = false

  const place = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const intent = (event: MouseEvent): PointerIntent => ({
    at: place(event),
    adding: event.shiftKey || event.ctrlKey || event.metaKey,
    alternate: event.altKey,
  })

  function down(event: PointerEvent): void {
    if (event.button === 2) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, place(event))
    if (pointers.size === 2) {
      if (phase.kind === 'moving') target.cancelled()
      phase = pinch()
      return
    }
    const from = intent(event)
    const mode = event.button === 1 || spaceHeld ? 'pan' : target.press(from)
    phase = { kind: 'pressed', mode, from, last: from.at }
  }

  function pinch(): Phase {
    const [a, b] = [...pointers.values()]
    if (!a || !b) return { kind: 'idle' }
    return {
      kind: 'pinching',
      distance: Math.hypot(a.x - b.x, a.y - b.y),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  }

  function move(event: PointerEvent): void {
    const now = intent(event)
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, now.at)
    if (phase.kind === 'idle') {
      target.hovered(now)
      return
    }
    if (phase.kind === 'pinching') {
      const next = pinch()
      if (next.kind !== 'pinching') return
      target.panned(next.middle.x - phase.middle.x, next.middle.y - phase.middle.y)
      if (phase.distance > 0) target.zoomed(next.distance / phase.distance, next.middle)
      phase = next
      return
    }
    const { from, last, mode } = phase
    const far = Math.hypot(now.at.x - from.at.x, now.at.y - from.at.y) > SLOP
    if (phase.kind === 'pressed' && !far) return
    if (mode === 'pan') target.panned(now.at.x - last.x, now.at.y - last.y)
    else target.dragged(from, now)
    phase = { kind: 'moving', mode, from, last: now.at }
  }

  function up(event: PointerEvent): void {
    pointers.delete(event.pointerId)
    if (phase.kind === 'pressed') target.clicked(phase.from)
    else if (phase.kind === 'moving' && phase.mode !== 'pan')
      target.dropped(phase.from, intent(event))
    phase = { kind: 'idle' }
  }

  function cancel(event: PointerEvent): void {
    pointers.delete(event.pointerId)
    if (phase.kind === 'moving') target.cancelled()
    phase = { kind: 'idle' }
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // A pinch on a touch pad arrives as a wheel with Control held.
    if (event.ctrlKey || event.metaKey || !isTouchPad(event)) {
      const amount = Math.max(-240, Math.min(240, event.deltaY * lines))
      const step = event.ctrlKey && isTouchPad(event) ? 0.01 : 0.0022
      target.zoomed(Math.exp(-amount * step), place(event))
    } else {
      target.panned(-event.deltaX * lines, -event.deltaY * lines)
    }
  }

  function key(event: KeyboardEvent): void {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input,textarea,[contenteditable]')
    if (event.code === 'Space' && !typing) spaceHeld = event.type === 'keydown'
    if (event.key === 'Escape' && phase.kind === 'moving') {
      target.cancelled()
      phase = { kind: 'idle' }
    }
  }

  const double = (event: MouseEvent) => target.opened(intent(event))
  // Whoever shows another menu in its place suppresses the system's menu.
  const menu = (event: MouseEvent) => target.menu(intent(event))
  const leave = () => {
    if (phase.kind === 'idle') target.hovered(undefined)
  }

  const bound: [EventTarget, string, EventListener][] = [
    [element, 'pointerdown', down as EventListener],
    [element, 'pointermove', move as EventListener],
    [element, 'pointerup', up as EventListener],
    [element, 'pointercancel', cancel as EventListener],
    [element, 'pointerleave', leave],
    [element, 'wheel', wheel as EventListener],
    [element, 'dblclick', double as EventListener],
    [element, 'contextmenu', menu as EventListener],
    [window, 'keydown', key as EventListener],
    [window, 'keyup', key as EventListener],
  ]
  for (const [where, name, listener] of bound)
    where.addEventListener(name, listener, { passive: false })
  return () => {
    for (const [where, name, listener] of bound) where.removeEventListener(name, listener)
  }
}

/** A touch pad sends sideways or fractional movement; a wheel sends whole steps. */
function isTouchPad(event: WheelEvent): boolean {
  return (
    event.deltaMode === WheelEvent.DOM_DELTA_PIXEL &&
    (event.deltaX !== 0 || !Number.isInteger(event.deltaY) || Math.abs(event.deltaY) < 40)
  )
}
