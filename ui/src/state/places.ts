/**
 * The places of a list, such as findings or matches of a search, which are opened one after another
 * without going back to the list.
 */

import { create } from 'zustand'
import { useSelection } from '../document'
import { openPage, openPassage, type Passage } from './page'

/** A node, and which passage of its text where it is about one. */
export interface Place {
  node: string
  passage?: Passage
}

interface PlaceList {
  /** The panel that lists them. */
  panel: string
  places: readonly Place[]
  /** Which of them was opened last. */
  at: number
}

/** The list that a place was opened from last. */
export const usePlaces = create<{ list: PlaceList | undefined }>(() => ({ list: undefined }))

/** Opens a place of a list; the others can be stepped to from there. */
export function openPlace(panel: string, places: readonly Place[], at: number): void {
  const place = places[at]
  if (!place) return
  usePlaces.setState({ list: { panel, places, at } })
  if (place.passage) {
    openPassage(place.node, place.passage)
    return
  }
  useSelection.getState().goTo([place.node])
  openPage(place.node)
}

/** Opens the next place, or the previous one; from the last to the first, and the other way round. */
export function stepPlace(step: 1 | -1): void {
  const { list } = usePlaces.getState()
  if (!list) return
  const { panel, places, at } = list
  openPlace(panel, places, (at + step + places.length) % places.length)
}

/** Whether two places are the same one. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.node === other.node &&
    one.passage?.quote === other.passage?.quote &&
    one.passage?.character === other.passage?.character
  )
}

/** The place that was opened last from the list of a panel. */
export function useOpenedPlace(panel: string): Place | undefined {
  return usePlaces(({ list }) => (list?.panel === panel ? list.places[list.at] : undefined))
}
