/** The last playtest, which stays while its panel is closed. */

import { create } from 'zustand'
import type { ToolOutput } from '../bridge'

export type Playtest = ToolOutput<'playtest_story'>

interface PlaytestStore {
  /** The story that was played. */
  story: string
  result: Playtest | undefined
  /** The share of readers that read a node, from 0 to 1; nodes that nobody comes to have none. */
  shares: ReadonlyMap<string, number>
  setResult(story: string, result: Playtest): void
}

export const usePlaytest = create<PlaytestStore>((set) => ({
  story: '',
  result: undefined,
  shares: new Map(),
  setResult: (story, result) => {
    const read = result.read.map((it) => [it.node.id, it.readers / result.readers] as const)
    const unread = result.unread.map((it) => [it.id, 0] as const)
    set({ story, result, shares: new Map([...read, ...unread]) })
  },
}))
