/** Where one is inside groups, and the way back out. */

import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type NodeCard, useNumber, useSession } from '../../document'
import type { Board } from './board'
import { useRoot } from './root'
import styles from './StoryMap.module.css'

export function Breadcrumb({ board }: { board: Board }) {
  const { t } = useTranslation('map')
  const { mirror } = useSession()
  const root = useRoot((it) => it.root)
  useNumber()
  const path = wayTo(mirror.nodes, root)
  if (path.length === 0) return null
  return (
    <nav className={styles.way} aria-label={t('way')}>
      <button type="button" onClick={() => board.enter(undefined)}>
        {mirror.story.title || t('whole')}
      </button>
      {path.map((group, index) => (
        <span key={group.id} className={styles.step}>
          <ChevronRight size={13} aria-hidden />
          <button
            type="button"
            {...(index === path.length - 1 ? { 'aria-current': 'location' as const } : {})}
            onClick={() => board.enter(group.id)}
          >
            {group.title}
          </button>
        </span>
      ))}
    </nav>
  )
}

/** The groups around and including one, the outermost first. */
function wayTo(nodes: ReadonlyMap<string, NodeCard>, root: string | undefined): NodeCard[] {
  const path: NodeCard[] = []
  for (let at = root && nodes.get(root); at && !path.includes(at); ) {
    path.unshift(at)
    at = at.parent === undefined ? undefined : nodes.get(at.parent)
  }
  return path
}
