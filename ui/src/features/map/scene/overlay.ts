/**
 * What is drawn over the cards in addition to the selection: changes by others, a playthrough, a
 * link drawn by keyboard, and the target of an inline edit.
 */

import { type Emphasis, endOf, linkCurve, type Overlay, type Scene } from '../../../canvas'
import { type Mirror, useRecentChanges, useSelection } from '../../../document'
import { useDock } from '../../../state'
import { filteredNodes } from '../filter/mapFilter'
import { useConnecting } from '../gestures/connecting'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import { reviewOverlay } from '../review/review'
import { CARD_HEIGHT, CARD_WIDTH } from './sceneBuilder'

/** What the hand and the keys draw over the map, beside what is always there. */
export type OverlayExtra = Omit<
  Overlay,
  | 'selected'
  | 'selectedLink'
  | 'litLinks'
  | 'highlighted'
  | 'visited'
  | 'currentNode'
  | 'marks'
  | 'ghosts'
>

/** The links of so many selected cards at most stand out. */
const MOST_LIT = 24

/** What lies over the map now, and what of it matters while the rest fades. */
export function mapOverlay(
  scene: Scene,
  mirror: Mirror,
  visibleNodeFor: VisibleNodeFor,
  extra: OverlayExtra,
): { overlay: Overlay; emphasis: Emphasis } {
  const { nodes, edge } = useSelection.getState()
  const selected = new Set([...nodes].map((it) => visibleNodeFor(it) ?? it))
  const litLinks = linksOf(scene, selected)
  const lit = edge === undefined ? litLinks : new Set([edge])
  const shown = onlyShown(extra, scene)
  const curve = edge === undefined ? undefined : scene.curve(edge)
  const overlay = {
    ...shown,
    // The head of the selected link can be dragged elsewhere.
    ...(curve ? { handles: [...(shown.handles ?? []), endOf(curve)] } : {}),
    ...connecting(scene),
    ...asked(scene, visibleNodeFor),
    ...reviewOverlay(visibleNodeFor),
    ...(edge === undefined ? {} : { selectedLink: edge }),
    ...visits(visibleNodeFor),
    selected,
    litLinks,
    highlighted: highlights(visibleNodeFor),
  }
  const passing = filteredNodes(mirror, nodes)
  const cards = passing && new Set([...passing].map((it) => visibleNodeFor(it) ?? it))
  const emphasis = { ...(cards ? { cards } : {}), ...(lit.size > 0 ? { links: lit } : {}) }
  return { overlay, emphasis }
}

/** The ways to and from what is selected; none if that is so much that nothing would stand out. */
function linksOf(scene: Scene, selected: ReadonlySet<string>): Set<string> {
  if (selected.size > MOST_LIT) return new Set()
  return new Set([...selected].flatMap((it) => [...scene.linksOf(it)]))
}

/** The card that is drawn for a node, itself or a closed group around it. */
type VisibleNodeFor = (node: string) => string | undefined

/** What lies over the map without what belongs to a card that is not drawn any more. */
function onlyShown<T extends Pick<Overlay, 'hovered' | 'handles' | 'corner' | 'hoveredLink'>>(
  extra: T,
  { cards, links }: Scene,
): T {
  const { hovered, handles, corner, hoveredLink, ...rest } = extra
  const isShown = hovered !== undefined && cards.has(hovered)
  return {
    ...rest,
    ...(isShown ? { hovered, ...(handles ? { handles } : {}), ...(corner ? { corner } : {}) } : {}),
    ...(hoveredLink !== undefined && links.has(hoveredLink) ? { hoveredLink } : {}),
  } as T
}

/** What somebody else changed just now, on the cards that stand for it. */
function highlights(visibleNodeFor: VisibleNodeFor): Map<string, number> {
  const lit = new Map<string, number>()
  for (const [id, since] of useRecentChanges.getState().changedAt) {
    const card = visibleNodeFor(id)
    if (card) lit.set(card, Math.max(since, lit.get(card) ?? 0))
  }
  return lit
}

/** The reading that is going on, on the cards that stand for its nodes. */
function visits(visibleNodeFor: VisibleNodeFor): Pick<Overlay, 'visited' | 'currentNode'> {
  const { visits } = useDock.getState()
  if (!visits) return {}
  const visited = new Map<string, number>()
  for (const [id, count] of visits.counts) {
    const card = visibleNodeFor(id) ?? id
    visited.set(card, (visited.get(card) ?? 0) + count)
  }
  return { visited, currentNode: visibleNodeFor(visits.at) ?? visits.at }
}

/** The link that is being drawn by keys. */
function connecting({ cards }: Scene): Pick<Overlay, 'linking' | 'hovered'> {
  const { connecting } = useConnecting.getState()
  const from = connecting && cards.get(connecting.from)
  const to = connecting?.to === undefined ? undefined : cards.get(connecting.to)
  return from && to ? { linking: linkCurve(from, to), hovered: to.id } : {}
}

/** What comes of an answer that is being written: the new card's place, and the link to it. */
function asked(
  { cards }: Scene,
  visibleNodeFor: VisibleNodeFor,
): Pick<Overlay, 'linking' | 'placeholder' | 'hovered'> {
  const { asking } = useInlineEdit.getState()
  const card = (node: string | undefined) =>
    node === undefined ? undefined : cards.get(visibleNodeFor(node) ?? '')
  if (asking?.kind === 'create') {
    const placeholder = { ...asking.at, width: CARD_WIDTH, height: CARD_HEIGHT }
    const from = card(asking.from)
    return from ? { placeholder, linking: linkCurve(from, placeholder) } : { placeholder }
  }
  if (asking?.kind === 'insert') {
    return { placeholder: { ...asking.at, width: CARD_WIDTH, height: CARD_HEIGHT } }
  }
  if (asking?.kind !== 'label') return {}
  const [from, to] = [card(asking.from), card(asking.to)]
  return from && to ? { linking: linkCurve(from, to), hovered: to.id } : {}
}
