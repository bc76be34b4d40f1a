/** Opens a node that the conversation names: selected, and in sight on the map. */

import { useDesk } from '../../actions'
import { useSelection } from '../../document'

export function useOpen(): (node: string) => void {
  const select = useSelection((it) => it.select)
  return (node) => {
    select([node])
    useDesk.getState().map?.reveal([node])
  }
}
