/** A path: its length, its nodes, and buttons to play it and show it on the map. */

import { Play, Route } from 'lucide-react'
import { type NodeName, useSelection } from '../../document'
import { IconButton } from '../../kit'
import { showOnMap, useDock } from '../../state'
import { useTranslation } from '../../text'
import styles from './problems.module.css'

/** A way through the story, as `story_statistics` tells it. */
export interface StoryPath {
  words: number
  pages: number
  /** The choices to take, for `play_story`. */
  steps: string[]
  path: NodeName[]
}

interface PathRowProps {
  name: string
  /** The node it leads to, where the name is that of a node. */
  node?: NodeName
  way: StoryPath | undefined
  /** What is said where there is no way. */
  without?: string
}

export function PathRow({ name, node, way, without }: PathRowProps) {
  const { t } = useTranslation()
  return (
    <li className={styles.row}>
      {node ? <NodeLink node={node} /> : <span className={styles.name}>{name}</span>}
      <span className={styles.small}>
        {way ? t('problems-figures-way', { pages: way.pages, words: way.words }) : without}
      </span>
      {way && (
        <>
          <IconButton
            label={t('problems-figures-show', { name })}
            icon={<Route size={13} />}
            onClick={() => showOnMap(way.path.map((it) => it.id))}
          />
          <IconButton
            label={t('problems-figures-play', { name })}
            icon={<Play size={13} />}
            onClick={() => useDock.getState().playFrom(undefined, way.steps)}
          />
          <p className={styles.path}>{shortened(way.path).join(' → ')}</p>
        </>
      )}
    </li>
  )
}

export function NodeLink({ node, words }: { node: NodeName; words?: string }) {
  return (
    <button type="button" className={styles.link} onClick={() => show([node.id])}>
      {words ?? node.title}
    </button>
  )
}

function show(nodes: string[]): void {
  useSelection.getState().goTo(nodes)
}

/** How many titles of a way are written out before its middle is left out. */
const MOST = 12

function shortened(path: readonly NodeName[]): string[] {
  const titles = path.map((it) => it.title)
  if (titles.length <= MOST) return titles
  const half = MOST / 2
  return [...titles.slice(0, half), `… ${titles.length - MOST} …`, ...titles.slice(-half)]
}
