/** Shows nodes on the map, from whatever view and panel they are asked for. */

import { useSelection } from '../document'
import { useWorkspace } from './workspace'

/** Selects nodes and goes to them on the map; in a small window no panel is left over it. */
export function showOnMap(nodes: readonly string[]): void {
  useWorkspace.getState().setView('map')
  useSelection.getState().select(nodes)
  // A map that was not shown is drawn before it can be moved.
  requestAnimationFrame(() => useWorkspace.getState().map?.goTo(nodes))
}
