/** What the pointer rests on that has a tooltip: a badge, a link, a card too small to read. */

import { create } from 'zustand'
import { type BadgeKind, badgeAt, detailAt, type Point } from '../../../canvas'
import type { MapController } from '../scene/mapController'

export type TooltipTarget =
  | { kind: 'badge'; node: string; badge: BadgeKind }
  | { kind: 'link'; edge: string }
  | { kind: 'card'; node: string }

interface Tooltip {
  subject: TooltipTarget
  /** In CSS pixels from the map's left top corner. */
  at: Point
}

interface TooltipState {
  tip: Tooltip | undefined
  setTooltip(tip: Tooltip | undefined): void
}

export const useMapTooltip = create<TooltipState>((set) => ({
  tip: undefined,
  setTooltip: (tip) => set({ tip }),
}))

/** How long the pointer rests before something is said, in milliseconds. */
const REST = 380
/** How near to a link counts as on it, in CSS pixels. */
const NEAR = 6

/** Follows the pointer over the map. */
export class TooltipTracker {
  readonly #controller: MapController
  #key = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(controller: MapController) {
    this.#controller = controller
  }

  /** Returns the link under the pointer, so that it can be lit up. */
  rest(at: Point | undefined): string | undefined {
    const subject = at && this.#subject(at)
    const key = JSON.stringify(subject ?? null)
    if (key !== this.#key) {
      this.stop()
      this.#key = key
      if (subject) {
        this.#timer = setTimeout(() => useMapTooltip.getState().setTooltip({ subject, at }), REST)
      }
    }
    return subject?.kind === 'link' ? subject.edge : undefined
  }

  /** Nothing is said any more, until the pointer comes to rest again. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#key = ''
    if (useMapTooltip.getState().tip) useMapTooltip.getState().setTooltip(undefined)
  }

  #subject(at: Point): TooltipTarget | undefined {
    const { view } = this.#controller
    const { scene, camera } = view
    const point = view.toMap(at)
    const detail = detailAt(camera.zoom)
    const card = scene.cardAt(point)
    if (!card) {
      const link = scene.linkAt(point, NEAR / camera.zoom)
      return link && { kind: 'link', edge: link.id }
    }
    const badge = card.isGroup ? undefined : badgeAt(card, detail, point)
    if (badge) return { kind: 'badge', node: card.id, badge: badge.kind }
    const small = detail === 'block' || detail === 'speck'
    return small ? { kind: 'card', node: card.id } : undefined
  }
}
