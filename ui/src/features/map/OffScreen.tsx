/** At the border: what was just changed out of sight, and the way there. */

import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { center, intersects, visible } from '../../canvas'
import { lightUp, useLit, useSession } from '../../document'
import type { Board } from './board'
import { type EdgeHint, edgeHints } from './edgeHints'
import styles from './StoryMap.module.css'

export function OffScreen({ board }: { board: Board }) {
  const { t } = useTranslation('map')
  const { mirror } = useSession()
  const hints = useHints(board)
  return hints.map(({ at, angle, nodes }) => {
    const [first = ''] = nodes
    const title = mirror.nodes.get(first)?.title ?? ''
    const label = t('changedThere', { title, count: nodes.length })
    return (
      <button
        key={first}
        type="button"
        className={styles.edge}
        style={{ left: at.x, top: at.y }}
        aria-label={label}
        title={label}
        onClick={() => {
          board.goTo(nodes)
          // Lit again for whoever has only now come to look.
          lightUp(nodes)
        }}
      >
        <ArrowRight size={15} aria-hidden style={{ rotate: `${angle}rad` }} />
        {nodes.length > 1 && <span>{nodes.length}</span>}
      </button>
    )
  })
}

/** The signs as the view stands; looked after only while something is lit. */
function useHints(board: Board): EdgeHint[] {
  const lit = useLit((it) => it.lit)
  const [hints, setHints] = useState<EdgeHint[]>([])
  useEffect(() => {
    if (lit.size === 0) {
      setHints((old) => (old.length > 0 ? [] : old))
      return
    }
    let asked = 0
    const look = () => {
      asked = 0
      const shown = visible(board.view.camera, board.view.size)
      const points = board
        .placesOf(lit.keys())
        .filter(({ area }) => !intersects(shown, area))
        .map(({ id, area }) => ({ id, at: board.view.toScreen(center(area)) }))
      setHints(edgeHints(points, board.view.size))
    }
    look()
    const stop = board.watch(() => {
      if (asked === 0) asked = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(asked)
      stop()
    }
  }, [board, lit])
  return hints
}
