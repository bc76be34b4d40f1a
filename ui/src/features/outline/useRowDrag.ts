/** Dragging rows with the pointer: into or out of a group, or to another place in the order of reading. */

import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { canContain, moveIntoGroup } from '../../actions'
import type { ToolInput } from '../../bridge'
import { type Session, useSelection } from '../../document'
import { reportError } from '../../state'
import { endOfGroup, groupPlace, neighborGroupPlace, type Side } from './groupSequence'
import type { OutlineRow } from './rows'

/** Nearer than this a press is a click. */
const SLOP = 5
/** Near the list's ends it scrolls, so many pixels a step of the pointer's. */
const BORDER = 22
const SCROLL = 9

/** Nearer than this to the upper or lower edge of a row is between two rows, in pixels. */
const EDGE = 9

export interface RowDrag {
  /** In CSS pixels of the window. */
  x: number
  y: number
  nodes: readonly string[]
  /** The group they would go into; none if they would leave theirs. */
  group?: string
  /** The index of the choice whose place it would take among those of the same card. */
  instead?: number
  /** The row beside which it would stand in the order of reading, and on which side of it. */
  beside?: { index: number; side: Side }
  /** Whether letting go here does anything. */
  fits: boolean
}

/** Where a row stands for: a group for what is in it, no group for what is in none. */
export function groupOf(row: OutlineRow | undefined): string | undefined {
  return row?.kind === 'group' ? row.node : row?.group
}

export function useRowDrag(session: Session, rows: readonly OutlineRow[]) {
  const [drag, setDrag] = useState<RowDrag>()
  const pressed = useRef<{ x: number; y: number; row: OutlineRow }>(undefined)
  const order = useRef<ReturnType<typeof placeOf>>(undefined)
  const sequence = useRef<ToolInput<'reorder_node'>>(undefined)
  const latest = useRef(drag)
  latest.current = drag
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      pressed.current = undefined
      setDrag(undefined)
    }
    window.addEventListener('keydown', key, { capture: true })
    return () => window.removeEventListener('keydown', key, { capture: true })
  }, [isDragging])

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const row = rows[rowAt(event.target) ?? -1]
    if (event.button !== 0 || event.pointerType === 'touch' || !row?.node) return
    pressed.current = { x: event.clientX, y: event.clientY, row }
  }
  const onPointerMove = (event: ReactPointerEvent<HTMLElement>) => {
    const start = pressed.current
    if (!start) return
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP
    if (!latest.current && !far) return
    const box = event.currentTarget
    if (!latest.current) box.setPointerCapture(event.pointerId)
    const { top, bottom } = box.getBoundingClientRect()
    if (event.clientY < top + BORDER) box.scrollBy(0, -SCROLL)
    else if (event.clientY > bottom - BORDER) box.scrollBy(0, SCROLL)
    const { nodes: selected } = useSelection.getState()
    const own = start.row.node ?? ''
    const nodes = latest.current?.nodes ?? (selected.has(own) ? [...selected] : [own])
    const under = document.elementFromPoint(event.clientX, event.clientY)
    const index = rowAt(under)
    const place = placeOf(session, start.row, rows[index ?? -1])
    if (place !== undefined && index !== undefined && nodes.length === 1) {
      const { clientX: x, clientY: y } = event
      order.current = place
      setDrag({ x, y, nodes, instead: index, fits: true })
      return
    }
    const side = sideOf(under, event.clientY)
    const next =
      side &&
      index !== undefined &&
      (sequencePlace(session, start.row, rows[index], side) ??
        groupPlace(session.mirror, rows, start.row, index, side))
    if (next && side && index !== undefined && nodes.length === 1) {
      sequence.current = next
      const { clientX: x, clientY: y } = event
      setDrag({ x, y, nodes, beside: { index, side }, fits: true })
      return
    }
    const group = index === undefined ? undefined : groupOf(rows[index])
    const changes = nodes.some((it) => session.mirror.nodes.get(it)?.parent !== group)
    const fits =
      index !== undefined && changes && (group === undefined || canContain(session, group, nodes))
    const at = { x: event.clientX, y: event.clientY, nodes, fits }
    sequence.current =
      group !== undefined && nodes.length === 1
        ? endOfGroup(session.mirror, rows, start.row, group)
        : undefined
    setDrag(group === undefined ? at : { ...at, group })
  }
  const onPointerUp = () => {
    const done = latest.current
    pressed.current = undefined
    setDrag(undefined)
    if (done?.fits && done.instead !== undefined && order.current) {
      session.data('update_link', order.current).catch(reportError)
    } else if (done?.fits && done.beside && sequence.current) {
      session.data('reorder_node', sequence.current).catch(reportError)
    } else if (done?.fits && sequence.current) {
      // A group that branches has no end where it could be read.
      session
        .data('reorder_node', sequence.current)
        .catch(() => moveIntoGroup(session, done.nodes, done.group))
        .catch(reportError)
    } else if (done?.fits) moveIntoGroup(session, done.nodes, done.group).catch(reportError)
  }
  const onPointerCancel = () => {
    pressed.current = undefined
    setDrag(undefined)
  }
  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

/** What takes a choice to the place of another of the same card; none if they are of different ones. */
function placeOf({ mirror }: Session, dragged: OutlineRow, over: OutlineRow | undefined) {
  const link = mirror.edges.get(dragged.link ?? '')
  const other = mirror.edges.get(over?.link ?? '')
  if (!link || !other || link === other || link.from !== other.from) return undefined
  const { from, to, label } = link
  const at = mirror.edgesFrom(from).findIndex((it) => it.id === other.id)
  return { from, to, label, order: at + 1 }
}

/** Between which rows the pointer is: above or below the one under it; none in the middle of it. */
function sideOf(under: Element | null, y: number): Side | undefined {
  const row = under?.closest<HTMLElement>('[data-row]')
  if (!row) return undefined
  const { top, bottom } = row.getBoundingClientRect()
  if (y - top < EDGE) return 'above'
  return bottom - y < EDGE ? 'below' : undefined
}

/**
 * What puts a scene beside another in the order of reading; none where it stands there already, or
 * where one of them is at a branch.
 */
function sequencePlace(
  { mirror }: Session,
  dragged: OutlineRow,
  over: OutlineRow | undefined,
  side: Side,
): ToolInput<'reorder_node'> | undefined {
  const isScene = (row: OutlineRow | undefined) => row?.kind === 'scene' && !row.again
  const { node } = dragged
  if (!node || !over?.node || over.node === node || !isScene(over) || dragged.kind !== 'scene')
    return undefined
  if (mirror.edgesFrom(node).length > 1) return undefined
  // Where the story has parts, a scene goes into the one it is read in.
  const group = dragged.group === over.group ? {} : { group: over.group ?? '' }
  if (side === 'below') {
    const [next, ...others] = mirror.edgesFrom(over.node)
    if (others.length > 0 || next?.to === node) return undefined
    return { node, after: over.node, ...group }
  }
  const link = mirror.edges.get(over.link ?? '')
  if (link) {
    if (link.from === node) return undefined
    return { node, after: link.from, before: over.node, ...group }
  }
  return over.node === mirror.story.start ? { node, ...group } : undefined
}

/** What moves a scene or a group by one place in the order of reading, up or down. */
export function neighborPlace(
  session: Session,
  rows: readonly OutlineRow[],
  at: number,
  side: Side,
): ToolInput<'reorder_node'> | undefined {
  const row = rows[at]
  const { mirror } = session
  if (row?.kind === 'group') return neighborGroupPlace(mirror, rows, at, side)
  const link = mirror.edges.get(row?.link ?? '')
  const other = side === 'above' ? link?.from : mirror.edgesFrom(row?.node ?? '')[0]?.to
  const over = rows.find((it) => it.node === other && !it.again)
  return row && over && sequencePlace(session, row, over, side)
}

/** The index of the row an element is in. */
function rowAt(element: EventTarget | null): number | undefined {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : undefined
}
