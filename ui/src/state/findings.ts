/** What the last check found, by node, for whoever marks nodes: the map and the outline. */

import { create } from 'zustand'

/** What is wrong with one node. */
export interface NodeFindings {
  errors: number
  warnings: number
  /** The sorts of it, each once; words for them stand under `kinds` of the namespace `problems`. */
  kinds: readonly string[]
}

/** As much of a finding of `check_story` as is needed here. */
interface CheckFinding {
  kind: string
  severity: 'error' | 'warning' | 'note' | 'hint'
  /** Whether it stops readers or keeps something from them, and is more than unfinished work. */
  breaks_reading: boolean
  nodes: readonly { id: string }[]
}

interface Findings {
  byNode: ReadonlyMap<string, NodeFindings>
  setFindings(findings: readonly CheckFinding[]): void
}

export const useFindings = create<Findings>((set) => ({
  byNode: new Map(),
  setFindings: (findings) => set({ byNode: sorted(findings) }),
}))

/** What breaks reading, by node; a hint is no reason to mark anything. */
function sorted(findings: readonly CheckFinding[]): Map<string, NodeFindings> {
  const byNode = new Map<string, NodeFindings>()
  for (const { kind, severity, nodes } of findings.filter((it) => it.breaks_reading)) {
    // Where several nodes are named the first is the one that is wrong.
    for (const { id } of nodes.slice(0, 1)) {
      const { errors, warnings, kinds } = byNode.get(id) ?? { errors: 0, warnings: 0, kinds: [] }
      byNode.set(id, {
        errors: errors + Number(severity === 'error'),
        warnings: warnings + Number(severity === 'warning'),
        kinds: kinds.includes(kind) ? kinds : [...kinds, kind],
      })
    }
  }
  return byNode
}
