/**
 * The difference between a scene and the cards and links it should have, so that a change that
 * touches everything but alters little redraws little.
 */

import type { CardShape, LinkShape, Scene } from './scene'

export interface SceneChanges {
  cards: readonly CardShape[]
  links: readonly LinkShape[]
  removedCards: readonly string[]
  removedLinks: readonly string[]
}

/** The changes that turn a scene into one with these cards and links. */
export function sceneChanges(
  scene: Scene,
  cards: readonly CardShape[],
  links: readonly LinkShape[],
): SceneChanges {
  return {
    cards: cards.filter((it) => !isSameShape(scene.cards.get(it.id), it)),
    links: links.filter((it) => !isSameShape(scene.links.get(it.id), it)),
    removedCards: missingFrom(scene.cards, cards),
    removedLinks: missingFrom(scene.links, links),
  }
}

/** How many cards and links a change alters. */
export function changeCount(changes: SceneChanges): number {
  const { cards, links, removedCards, removedLinks } = changes
  return cards.length + links.length + removedCards.length + removedLinks.length
}

/** Whether a card or a link is drawn as another. */
export function isSameShape<T extends CardShape | LinkShape>(now: T | undefined, next: T): boolean {
  if (now === next) return true
  if (!now) return false
  const names = Object.keys(next) as (keyof T)[]
  if (names.length !== Object.keys(now).length) return false
  return names.every((name) => {
    const [a, b] = [now[name], next[name]]
    return a === b || (Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))
  })
}

function missingFrom(known: ReadonlyMap<string, unknown>, next: readonly { id: string }[]) {
  const ids = new Set(next.map((it) => it.id))
  return [...known.keys()].filter((it) => !ids.has(it))
}
