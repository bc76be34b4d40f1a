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

/** What stops a reader though nothing in the text is wrong; other warnings are hints about unfinished work. */
const STOPS_READERS: ReadonlySet<string> = new Set([
  'endless_loop',
  'never_offered',
  'nothing_open',
  'used_up',
  'link_without_edge',
])

/** Whether a finding breaks reading, and is more than a hint about something unfinished. */
export function breaksReading({
  kind,
  severity,
}: Pick<CheckFinding, 'kind' | 'severity'>): boolean {
  return severity === 'error' || STOPS_READERS.has(kind)
}

/** What breaks reading, by node; a hint is no reason to mark anything. */
function sorted(findings: readonly CheckFinding[]): Map<string, NodeFindings> {
  const byNode = new Map<string, NodeFindings>()
  for (const { kind, severity, nodes } of findings) {
    if (!breaksReading({ kind, severity })) continue
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
