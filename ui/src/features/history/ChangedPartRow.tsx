/** One thing that a step touched: opens the node, and shows the difference in place. */

import { useState } from 'react'
import { Compared } from '../../cards'
import { useNode, useSelection } from '../../document'
import { Button } from '../../kit'
import { partName, useTranslation } from '../../text'
import type { ChangedPart } from './changes'
import styles from './history.module.css'

export function ChangedPartRow({ touched }: { touched: ChangedPart }) {
  const { t } = useTranslation()
  const [compared, setCompared] = useState(false)
  const { node, what, capability, before, after } = touched
  const there = useNode(node?.id)
  const part = partName(capability, (part) => t.or(`history-parts-${part}`, part))
  const fate = after === null ? 'gone' : before === null ? 'made' : 'changed'
  const open = () => {
    if (node) useSelection.getState().goTo([node.id])
  }
  return (
    <li className={styles.touch}>
      <span className={styles.touchLine}>
        {there ? (
          <button type="button" className={styles.node} onClick={open}>
            {what}
          </button>
        ) : (
          <span>{what}</span>
        )}
        <span className={styles.part}>{t(`history-${fate}`, { part })}</span>
        {there && node && after !== null && (
          <Button variant="plain" aria-expanded={compared} onClick={() => setCompared(!compared)}>
            {t('history-compare')}
          </Button>
        )}
      </span>
      {compared && node && after !== null && (
        <Compared
          node={node.id}
          capability={capability}
          pair={{ from: before ?? undefined, to: after }}
        />
      )}
    </li>
  )
}
