/**
 * What is drawn over the cards beside the selection: changes by others, a reading, a link by keys, and
 * what a question on the map is about.
 */

import { useDock } from '../../actions'
import { linkCurve, type Overlay, type Scene } from '../../canvas'
import { useLit } from '../../document'
import { useAsking } from './asking'
import { useConnecting } from './connecting'
import { CARD_HEIGHT, CARD_WIDTH } from './shapes'

/** The card that is drawn for a node, itself or a closed group around it. */
type StandIn = (node: string) => string | undefined

/** What somebody else changed just now, on the cards that stand for it. */
export function lit(standIn: StandIn): Map<string, number> {
  const lit = new Map<string, number>()
  for (const [id, since] of useLit.getState().lit) {
    const card = standIn(id)
    if (card) lit.set(card, Math.max(since, lit.get(card) ?? 0))
  }
  return lit
}

/** The reading that is going on, on the cards that stand for its nodes. */
export function visits(standIn: StandIn): Pick<Overlay, 'visited' | 'standing'> {
  const { visits } = useDock.getState()
  if (!visits) return {}
  const visited = new Map<string, number>()
  for (const [id, count] of visits.counts) {
    const card = standIn(id) ?? id
    visited.set(card, (visited.get(card) ?? 0) + count)
  }
  return { visited, standing: standIn(visits.at) ?? visits.at }
}

/** The link that is being drawn by keys. */
export function connecting({ cards }: Scene): Pick<Overlay, 'linking' | 'hovered'> {
  const { connecting } = useConnecting.getState()
  const from = connecting && cards.get(connecting.from)
  const to = connecting?.to === undefined ? undefined : cards.get(connecting.to)
  return from && to ? { linking: linkCurve(from, to), hovered: to.id } : {}
}

/** What comes of an answer that is being written: the new card's place, and the link to it. */
export function asked(
  { cards }: Scene,
  standIn: StandIn,
): Pick<Overlay, 'linking' | 'coming' | 'hovered'> {
  const { asking } = useAsking.getState()
  const card = (node: string | undefined) =>
    node === undefined ? undefined : cards.get(standIn(node) ?? '')
  if (asking?.kind === 'create') {
    const coming = { ...asking.at, width: CARD_WIDTH, height: CARD_HEIGHT }
    const from = card(asking.from)
    return from ? { coming, linking: linkCurve(from, coming) } : { coming }
  }
  if (asking?.kind !== 'label') return {}
  const [from, to] = [card(asking.from), card(asking.to)]
  return from && to ? { linking: linkCurve(from, to), hovered: to.id } : {}
}
