/** The last check of the story, asked for anew a moment after each change. */

import { useEffect } from 'react'
import { create } from 'zustand'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { type NodeName, useRevision, useSession } from '../../document'
import { useFindings } from '../../state'

export type Severity = 'error' | 'warning' | 'note' | 'hint'

/** Names and numbers that a finding or a fix speaks of, under keys of their own for each sort. */
export type Parts = Record<string, string | number>

/** The call that mends a finding. */
export interface Fix {
  /** What it does: a fixed word and its parts, and the same in English. */
  kind?: string
  parts?: Parts
  title: string
  name: string
  arguments: Record<string, unknown>
}

/** One thing found, as `check_story` tells it. */
export interface Finding {
  kind: string
  severity: Severity
  parts?: Parts
  /** In English. */
  message: string
  why: string
  nodes: NodeName[]
  node_count: number
  edge?: string
  fix?: Fix
  /** Another call that mends it. */
  instead?: Fix
}

export interface Report {
  number: number
  count: number
  errors: number
  warnings: number
  notes: number
  hints: number
  findings: Finding[]
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the story is checked anew
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      session.data<Report>('check_story', { limit: 500 }).then(
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
