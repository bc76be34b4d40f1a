/** The latest check of the story, repeated a moment after each change. */

import { useEffect } from 'react'
import { create } from 'zustand'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { useRevision, useSession } from '../../document'
import { useFindings } from '../../state'

export type Severity = Finding['severity']

/** Names and numbers that a finding or a fix speaks of, under keys of their own for each sort. */
export type Parts = Record<string, string | number>

/** The call that fixes a finding. */
export type Fix = NonNullable<Finding['fix']>

/** One thing found, as `check_story` tells it. */
export type Finding = Report['findings'][number]

export type Report = ToolOutput<'check_story'>

/** How long the story rests before it is checked, in milliseconds. */
const REST = 350

interface Reported {
  report: Report | undefined
  /** Why there is none. */
  fault: ErrorReport | undefined
  setReport(report: Report): void
  setFault(fault: ErrorReport): void
}

export const useReport = create<Reported>((set) => ({
  report: undefined,
  fault: undefined,
  setReport: (report) => {
    set({ report, fault: undefined })
    useFindings.getState().setFindings(report.findings)
  },
  setFault: (fault) => set({ fault }),
}))

/** Keeps the report fresh while the component stands; one in a window is enough. */
export function useAutoCheck(): void {
  const session = useSession()
  const number = useRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the story is checked again
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      session.data('check_story', { limit: 500 }).then(
        (report) => !left && useReport.getState().setReport(report),
        (fault: unknown) => {
          if (!left) useReport.getState().setFault(toErrorReport(fault))
        },
      )
    }, REST)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, number])
}
