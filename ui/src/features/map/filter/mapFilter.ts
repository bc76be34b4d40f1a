/** The filter of the map: cards that do not match are faded. */

import { create } from 'zustand'
import { type Mirror, useNodeTags } from '../../../document'
import { statusName } from '../../../services'
import { t } from '../../../text'

export interface MapFilter {
  /** In the title or the beginning of the text. */
  words: string
  kind: string
  tag: string
  status: string
  /** A character with the nodes that mention it; empty for all. */
  character: string
  /** How many links away from the selected cards; 0 for all. */
  steps: number
}

interface MapFilterState extends MapFilter {
  open: boolean
  /** The nodes that mention {@link MapFilter.character}. */
  mentioning: ReadonlySet<string>
  setOpen(open: boolean): void
  set(change: Partial<MapFilter & { mentioning: ReadonlySet<string> }>): void
  reset(): void
}

const NONE: MapFilter = { words: '', kind: '', tag: '', status: '', character: '', steps: 0 }

export const useMapFilter = create<MapFilterState>((set) => ({
  ...NONE,
  open: false,
  mentioning: new Set(),
  setOpen: (open) => set(open ? { open } : { open, ...NONE }),
  set: (change) => set(change),
  reset: () => set({ ...NONE }),
}))

/** The nodes that pass the filter; undefined where all do. */
export function filteredNodes(
  mirror: Mirror,
  selected: Iterable<string>,
): ReadonlySet<string> | undefined {
  const filter = useMapFilter.getState()
  const { kind, tag, status, character, steps, mentioning } = filter
  const words = filter.words.trim().toLowerCase()
  const around = steps > 0 ? nodesAround(mirror, selected, steps) : undefined
  if (!words && !kind && !tag && !status && !character && !around) return undefined
  const known = useNodeTags.getState()
  const passing = [...mirror.nodes.values()].filter(
    (node) =>
      (!words || `${node.title}\n${node.excerpt}`.toLowerCase().includes(words)) &&
      (!kind || node.kind === kind) &&
      (!tag || (known.tags.get(node.id)?.includes(tag) ?? false)) &&
      (!status || statusName(t, known.status.get(node.id) ?? '') === status) &&
      (!character || node.id === character || mentioning.has(node.id)) &&
      (!around || around.has(node.id)),
  )
  return new Set(passing.map((it) => it.id))
}

/** Nodes with all that are so many links away from them, in either direction; none from none. */
function nodesAround(
  mirror: Mirror,
  from: Iterable<string>,
  steps: number,
): ReadonlySet<string> | undefined {
  const reached = new Set(from)
  if (reached.size === 0) return undefined
  for (let step = 0; step < steps; step++) {
    const before = new Set(reached)
    for (const edge of mirror.edges.values()) {
      if (before.has(edge.from)) reached.add(edge.to)
      if (before.has(edge.to)) reached.add(edge.from)
    }
  }
  return reached
}
