/** The path of open groups, and the way back out. */

import { ChevronRight } from 'lucide-react'
import { type NodeCard, useRevision, useSession } from '../../../document'
import { useTranslation } from '../../../text'
import styles from '../StoryMap.module.css'
import type { MapController } from '../scene/mapController'
import { useOpenGroup } from '../scene/openGroup'

export function Breadcrumb({ controller }: { controller: MapController }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const root = useOpenGroup((it) => it.root)
  useRevision()
  const path = pathToGroup(mirror.nodes, root)
  if (path.length === 0) return null
  return (
    <nav className={styles.way} aria-label={t('map-way')} data-map-bar>
      <button type="button" onClick={() => controller.enter(undefined)}>
        {mirror.story.title || t('map-whole')}
      </button>
      {path.map((group, index) => (
        <span key={group.id} className={styles.step}>
          <ChevronRight size={13} aria-hidden />
          <button
            type="button"
            {...(index === path.length - 1 ? { 'aria-current': 'location' as const } : {})}
            onClick={() => controller.enter(group.id)}
          >
            {group.title}
          </button>
        </span>
      ))}
    </nav>
  )
}

/** The groups around and including one, the outermost first. */
function pathToGroup(nodes: ReadonlyMap<string, NodeCard>, root: string | undefined): NodeCard[] {
  const path: NodeCard[] = []
  for (let at = root && nodes.get(root); at && !path.includes(at); ) {
    path.unshift(at)
    at = at.parent === undefined ? undefined : nodes.get(at.parent)
  }
  return path
}
