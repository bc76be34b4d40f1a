/** The badges of a node's card. */

import type { Badge } from '../../../canvas'
import type { NodeCard } from '../../../document'
import { useFindings } from '../../../state'
import { useDraftNodes } from './draftNodes'

export function badgesOf(node: NodeCard, start: string | null): Badge[] {
  const badges: Badge[] = []
  const found = useFindings.getState().byNode.get(node.id)
  if (node.pictures !== undefined) badges.push({ kind: 'pictures', count: node.pictures })
  if (node.sound) badges.push({ kind: node.sound.plays === 'silence' ? 'silence' : 'sound' })
  if (useDraftNodes.getState().nodes.has(node.id)) badges.push({ kind: 'draft' })
  if (found) badges.push(problem(found.errors, found.warnings))
  if (node.ending) badges.push({ kind: 'ending' })
  if (start === node.id) badges.push({ kind: 'start' })
  return badges
}

function problem(errors: number, warnings: number): Badge {
  const count = errors + warnings
  return { kind: errors > 0 ? 'error' : 'warning', ...(count > 1 ? { count } : {}) }
}
