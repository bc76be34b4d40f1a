/** The findings of the latest check by node, for the map and the outline. */

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
  /** What it speaks of, by names of its own for each sort. */
  parts?: unknown
  fix?: { arguments?: unknown } | null | undefined
}

/** A title that a text links to, and no card has. */
export interface MissingTarget {
  /** The node whose text it is. */
  from: string
  title: string
  /** The words of the link; empty where it has none of its own. */
  label: string
}

interface Findings {
  byNode: ReadonlyMap<string, NodeFindings>
  missing: readonly MissingTarget[]
  setFindings(findings: readonly CheckFinding[]): void
}

export const useFindings = create<Findings>((set) => ({
  byNode: new Map(),
  missing: [],
  setFindings: (findings) =>
    set((old) => {
      const missing = missingIn(findings)
      const same = JSON.stringify(missing) === JSON.stringify(old.missing)
      return { byNode: sorted(findings), missing: same ? old.missing : missing }
    }),
}))

/** What is named and not made yet stands on the map by itself; it is not a fault of the card. */
const UNFINISHED: ReadonlySet<string> = new Set(['broken_link', 'no_start'])

function missingIn(findings: readonly CheckFinding[]): MissingTarget[] {
  return findings.flatMap(({ kind, nodes: [node], parts, fix }) => {
    if (kind !== 'broken_link' || !node) return []
    const { target } = (parts ?? {}) as { target?: unknown }
    const { label } = (fix?.arguments ?? {}) as { label?: unknown }
    if (typeof target !== 'string' || !target.trim()) return []
    return [{ from: node.id, title: target, label: typeof label === 'string' ? label : '' }]
  })
}

/** What breaks reading, by node; a hint is no reason to mark anything. */
function sorted(findings: readonly CheckFinding[]): Map<string, NodeFindings> {
  const byNode = new Map<string, NodeFindings>()
  for (const { kind, severity, nodes, breaks_reading } of findings) {
    if (!breaks_reading || UNFINISHED.has(kind)) continue
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
