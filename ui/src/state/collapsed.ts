/** The cards whose branches are collapsed on the map, by story, on this machine. */

import { create } from 'zustand'

const KEY = 'storyteller-collapsed'

interface CollapsedState {
  /** The story they belong to. */
  story: string
  nodes: ReadonlySet<string>
  /** Reads those of a story. */
  open(story: string): void
  setCollapsed(nodes: readonly string[], collapsed: boolean): void
  /** Shows everything, as what is looked for may lie behind several. */
  expandAll(): void
}

type Kept = Record<string, string[]>

function kept(): Kept {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof read === 'object' && read !== null ? (read as Kept) : {}
  } catch {
    // What cannot be read is as if it had never been kept.
    return {}
  }
}

export const useCollapsed = create<CollapsedState>((set, get) => ({
  story: '',
  nodes: new Set(),
  open: (story) => {
    const read = kept()[story]
    set({ story, nodes: new Set(Array.isArray(read) ? read : []) })
  },
  setCollapsed: (changed, collapsed) => {
    const nodes = new Set(get().nodes)
    for (const it of changed) {
      if (collapsed) nodes.add(it)
      else nodes.delete(it)
    }
    const { [get().story]: _, ...others } = kept()
    const own = nodes.size > 0 ? { [get().story]: [...nodes] } : {}
    localStorage.setItem(KEY, JSON.stringify({ ...others, ...own }))
    set({ nodes })
  },
  expandAll: () => get().setCollapsed([...get().nodes], false),
}))
