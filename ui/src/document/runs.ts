/** The calls that run for more than a moment: how far each has come, and how to stop it. */

import { create } from 'zustand'
import type { Bridge, Progress } from '../bridge'

interface Runs {
  runs: readonly Progress[]
}

export const useRuns = create<Runs>(() => ({ runs: [] }))

/** Takes in how far a call has come. */
export function handleProgress(told: Progress): void {
  useRuns.setState(({ runs }) => {
    const known = runs.some((it) => it.run === told.run)
    if (told.ended) return known ? { runs: runs.filter((it) => it.run !== told.run) } : { runs }
    return { runs: known ? runs.map((it) => (it.run === told.run ? told : it)) : [...runs, told] }
  })
}

/** Forgets them all: what runs still will be told of again. */
export function clearRuns(): void {
  useRuns.setState({ runs: [] })
}

/** The first run that fits; draws again when it moves. */
export function useRun(fits: (run: Progress) => boolean): Progress | undefined {
  return useRuns(({ runs }) => runs.find(fits))
}

/** Asks for a run to be stopped; it is gone once the program says so. */
export async function cancelRun(bridge: Bridge, run: number): Promise<void> {
  await bridge.call({ name: 'cancel_call', args: { run } })
}
