/** Calls that run for more than a moment: their progress, and how to cancel them. */

import { create } from 'zustand'
import type { Bridge, Progress } from '../bridge'

interface Runs {
  runs: readonly Progress[]
}

export const useRuns = create<Runs>(() => ({ runs: [] }))

/** Records the progress of a call. */
export function handleProgress(progress: Progress): void {
  useRuns.setState(({ runs }) => {
    const known = runs.some((it) => it.run === progress.run)
    if (progress.ended)
      return known ? { runs: runs.filter((it) => it.run !== progress.run) } : { runs }
    return {
      runs: known
        ? runs.map((it) => (it.run === progress.run ? progress : it))
        : [...runs, progress],
    }
  })
}

/** Forgets all calls: running ones will be reported again. */
export function clearRuns(): void {
  useRuns.setState({ runs: [] })
}

/** The first matching run; renders again when it progresses. */
export function useRun(fits: (run: Progress) => boolean): Progress | undefined {
  return useRuns(({ runs }) => runs.find(fits))
}

/** Requests cancellation of a run; it disappears once the program confirms. */
export async function cancelRun(bridge: Bridge, run: number): Promise<void> {
  await bridge.call({ name: 'cancel_call', args: { run } })
}

/**
 * Requests cancellation of a call by its id, at once or as soon as it is announced; `answered` settles
 * when there is nothing left to cancel.
 */
export function cancelCall(bridge: Bridge, call: string, answered: Promise<unknown>): void {
  let stop = () => {}
  const cancel = () => {
    const run = useRuns.getState().runs.find((it) => it.call === call)
    if (!run) return
    stop()
    void cancelRun(bridge, run.run).catch(() => undefined)
  }
  stop = useRuns.subscribe(cancel)
  cancel()
  void answered.catch(() => undefined).finally(() => stop())
}
