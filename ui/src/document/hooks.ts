/** React hooks for the mirror: each subscribes to as little as it needs. */

import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { Mirror, MirrorDelta } from './mirror'
import type { Session } from './session'
import type { NodeCard } from './types'

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext.Provider

/** The open story. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** One node; renders again only when that node changes. */
export function useNode(id: string | undefined): NodeCard | undefined {
  const { mirror } = useSession()
  const subscribe = useCallback(
    (changed: () => void) =>
      mirror.subscribe((touched) => {
        if (touched.whole || (id !== undefined && touched.nodes.has(id))) changed()
      }),
    [mirror, id],
  )
  return useSyncExternalStore(subscribe, () =>
    id === undefined ? undefined : mirror.nodes.get(id),
  )
}

/** The number of the last change read; for lists that show the whole story. */
export function useRevision(): number {
  const { mirror } = useSession()
  const subscribe = useCallback((changed: () => void) => mirror.subscribe(changed), [mirror])
  return useSyncExternalStore(subscribe, () => mirror.number)
}

/** Whether the story has no nodes at all. */
export function useIsEmpty(): boolean {
  const { mirror } = useSession()
  const subscribe = useCallback((changed: () => void) => mirror.subscribe(changed), [mirror])
  return useSyncExternalStore(subscribe, () => mirror.nodes.size === 0)
}

/** The draft shown over the story in this window, once it is loaded. */
export function useDraft(): string | undefined {
  const session = useSession()
  const subscribe = useCallback(
    (changed: () => void) => session.mirror.subscribe(changed),
    [session],
  )
  return useSyncExternalStore(subscribe, () => session.draft)
}

interface Selection {
  nodes: ReadonlySet<string>
  edge: string | undefined
  /** The node that is being edited: the last one selected. */
  focused: string | undefined
  /** Counts navigations to nodes: views then scroll to the selection. */
  gone: number
  select(nodes: Iterable<string>): void
  /** Selects nodes to navigate to them: each view scrolls or zooms until they are readable. */
  goTo(nodes: Iterable<string>): void
  toggle(node: string): void
  selectEdge(edge: string): void
  clear(): void
  /** Deselects what an update removed from the story. */
  prune(mirror: Mirror, touched: MirrorDelta): void
}

function selectionOf(nodes: Iterable<string>) {
  const chosen = new Set(nodes)
  return { nodes: chosen, edge: undefined, focused: [...chosen].at(-1) }
}

/** The selection of this window; every view of the story shows the same. */
export const useSelection = create<Selection>((set, get) => ({
  nodes: new Set(),
  edge: undefined,
  focused: undefined,
  gone: 0,
  select: (nodes) => {
    set(selectionOf(nodes))
  },
  goTo: (nodes) => {
    set((old) => ({ ...selectionOf(nodes), gone: old.gone + 1 }))
  },
  toggle: (node) =>
    set((old) => {
      const nodes = new Set(old.nodes)
      if (!nodes.delete(node)) nodes.add(node)
      return { nodes, edge: undefined, focused: [...nodes].at(-1) }
    }),
  selectEdge: (edge) => set({ nodes: new Set(), edge, focused: undefined }),
  clear: () => set({ nodes: new Set(), edge: undefined, focused: undefined }),
  prune: (mirror, touched) => {
    const { nodes, edge, focused } = get()
    const isGone = (id: string) => (touched.whole || touched.nodes.has(id)) && !mirror.nodes.has(id)
    const left = new Set([...nodes].filter((it) => !isGone(it)))
    if (left.size < nodes.size) {
      const isFocusedLeft = focused !== undefined && left.has(focused)
      set({ nodes: left, focused: isFocusedLeft ? focused : [...left].at(-1) })
    }
    if (edge !== undefined && !mirror.edges.has(edge)) set({ edge: undefined })
  },
}))
