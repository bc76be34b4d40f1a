/** Shows nodes on the map, from whatever view and panel they are asked for. */

import { useSelection } from '../document'
import { useWorkspace } from './workspace'

/** Selects nodes and goes to them on the map; in a small window no panel is left over it. */
export function showOnMap(nodes: readonly string[]): void {
  useSelection.getState().select(nodes)
  moveMapTo(nodes)
}

/** Goes to nodes on the map without selecting them. */
export function moveMapTo(nodes: readonly string[]): void {
  useWorkspace.getState().setView('map')
  // A map that was not shown is drawn before it can be moved.
  requestAnimationFrame(() => useWorkspace.getState().map?.goTo(nodes))
}
