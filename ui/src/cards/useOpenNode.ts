/** Opens a node named in a text or an answer: selects it and shows it on the map. */

import { useSelection } from '../document'

export function useOpenNode(): (node: string) => void {
  const goTo = useSelection((it) => it.goTo)
  return (node) => goTo([node])
}
