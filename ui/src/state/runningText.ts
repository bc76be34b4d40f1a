/**
 * The running text of several nodes, while it is what the window shows: a passage of one of them is
 * then selected there, and no page is opened for it.
 */

import { create } from 'zustand'
import type { Passage } from './page'
import { useWorkspace } from './workspace'

interface RunningText {
  /** Whether a node is part of it; undefined while there is none. */
  contains: ((node: string) => boolean) | undefined
  /** The passage that is to be selected as soon as its text is there. */
  wanted: { node: string; passage: Passage } | undefined
}

export const useRunningText = create<RunningText>(() => ({
  contains: undefined,
  wanted: undefined,
}))

/** Tells that a running text is on the screen; the returned function that it no longer is. */
export function registerRunningText(contains: (node: string) => boolean): () => void {
  useRunningText.setState({ contains })
  return () => {
    if (useRunningText.getState().contains === contains)
      useRunningText.setState({ contains: undefined, wanted: undefined })
  }
}

/** Has a passage selected in the running text; false where its node is no part of it. */
export function selectInRunningText(node: string, passage: Passage): boolean {
  if (!useRunningText.getState().contains?.(node)) return false
  useRunningText.setState({ wanted: { node, passage } })
  // What lies over the text in a small window would hide it.
  useWorkspace.getState().setView('text')
  return true
}

/** The passage that is to be selected in the text of a node, once. */
export function takeWantedPassage(node: string): Passage | undefined {
  const { wanted } = useRunningText.getState()
  if (wanted?.node !== node) return undefined
  useRunningText.setState({ wanted: undefined })
  return wanted.passage
}
