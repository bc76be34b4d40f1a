/** The nodes that prose can name, and the way to one of them. */

import { useMemo } from 'react'
import { useSelection, useSession } from '../../document'
import type { Names } from './names'

/** Whoever acts or is a place is named more often than a scene is. */
const LIKELY: readonly string[] = ['character', 'place']

export function useNames(node: string): Names {
  const { mirror } = useSession()
  return useMemo(
    () => ({
      titles: () => {
        const others = [...mirror.nodes.values()].filter((it) => it.id !== node)
        const likely = others.filter((it) => LIKELY.includes(it.kind))
        const rest = others.filter((it) => !LIKELY.includes(it.kind))
        return [...likely, ...rest].map((it) => it.title)
      },
      go: (title) => {
        for (const it of mirror.nodes.values())
          if (it.title === title && it.id !== node) return useSelection.getState().select([it.id])
      },
    }),
    [mirror, node],
  )
}
