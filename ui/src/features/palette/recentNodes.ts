/** Recently selected cards, newest first: offered before anything is typed. */

import { useMemo } from 'react'
import { type NodeCard, useSelection, useSession } from '../../document'

const MOST = 6

let recent: readonly string[] = []

useSelection.subscribe(({ focused }, old) => {
  if (focused === undefined || focused === old.focused) return
  recent = [focused, ...recent.filter((it) => it !== focused)].slice(0, MOST)
})

/** The cards last worked on that are in the story; where there are none, those it begins with. */
export function useRecentNodes(): NodeCard[] {
  const { mirror } = useSession()
  return useMemo(() => {
    const known = recent.flatMap((it) => mirror.nodes.get(it) ?? [])
    if (known.length > 0) return known
    const start = mirror.nodes.get(mirror.story.start ?? '')
    const others = [...mirror.nodes.values()].filter((it) => it !== start)
    return [...(start ? [start] : []), ...others].slice(0, MOST)
  }, [mirror])
}
