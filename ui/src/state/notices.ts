/** One line about what just happened or failed, if there is no better place for it. */

import { create } from 'zustand'
import { CallError, type ErrorReport } from '../bridge'

interface Notice {
  /** A new number for each, so that the same words shown twice are two notices. */
  number: number
  tone: 'good' | 'bad'
  /** The words themselves, or the id of a text. */
  text: string
  hint?: string
  /** Whether it is shown until somebody takes it away. */
  stays?: boolean
  /** What can be done about it at once. */
  action?: { label: string; perform: () => void }
  /** What went wrong, for which `text` are the program's words. */
  report?: ErrorReport
}

interface Notices {
  notice: Notice | undefined
  show(notice: Omit<Notice, 'number'>): void
  dismiss(): void
}

let shown = 0

export const useNotices = create<Notices>((set) => ({
  notice: undefined,
  show: (notice) => {
    shown += 1
    set({ notice: { ...notice, number: shown } })
  },
  dismiss: () => set({ notice: undefined }),
}))

/** Tells the writer of a failure in the program's own words. */
export function reportError(fault: unknown): void {
  const { show } = useNotices.getState()
  // What this page itself has to say, by its key among the words of the frame.
  if (typeof fault === 'string') {
    show({ tone: 'bad', text: fault })
    return
  }
  if (!(fault instanceof CallError)) {
    show({ tone: 'bad', text: fault instanceof TypeError ? 'app-lost' : 'app-failed' })
    return
  }
  const { report } = fault
  if (report.code === 'CANCELLED') return
  show({ tone: 'bad', text: report.message, report })
}
