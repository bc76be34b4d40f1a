/** What became of a renaming on the map or in the outline, where the node's own panel does not say it. */

import { RenamedLinks, useDesk, useRenamed } from '../actions'
import { useSelection } from '../document'
import styles from './NoticeLine.module.css'

export function RenamedElsewhere() {
  const renamed = useRenamed((it) => it.renamed)
  const inspector = useDesk((it) => it.panels.inspector)
  const { nodes, focused } = useSelection()
  if (!renamed || (inspector && nodes.size === 1 && focused === renamed.node)) return null
  return (
    <div className={styles.offer}>
      <RenamedLinks node={renamed.node} />
    </div>
  )
}
