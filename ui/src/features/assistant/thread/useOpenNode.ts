/** Opens a node that the conversation names: selected, and in sight on the map. */

import { useSelection } from '../../../document'

export function useOpenNode(): (node: string) => void {
  const goTo = useSelection((it) => it.goTo)
  return (node) => goTo([node])
}
