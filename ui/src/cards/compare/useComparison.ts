/** Two versions of what a capability holds on a node, compared by the program. */

import { useEffect, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { useSession } from '../../document'
import type { DiffPiece } from '../prose/DiffText'

/** One value that differs; a side that is missing held nothing. */
export interface Line {
  name: string
  before?: unknown
  after?: unknown
}

export interface Comparison {
  /** Null where the first version is compared with nothing. */
  from: number | null
  to: number
  same: boolean
  pieces?: DiffPiece[]
  lines?: Line[]
}

/** How far the comparison of two versions has come. */
export type ComparisonState =
  | { is: 'reading' }
  | { is: 'failed'; report: ErrorReport }
  | { is: 'done'; comparison: Comparison }

/** Two versions compared. */
export function useComparison(
  node: string,
  capability: string,
  pair: { from: number | undefined; to: number },
): ComparisonState {
  const session = useSession()
  const [compared, setCompared] = useState<ComparisonState>({ is: 'reading' })
  const { from, to } = pair
  useEffect(() => {
    let wanted = true
    setCompared({ is: 'reading' })
    const args = { node, capability, to, ...(from === undefined ? {} : { from }) }
    session.data<Comparison>('compare_versions', args).then(
      (comparison) => wanted && setCompared({ is: 'done', comparison }),
      (error: unknown) => wanted && setCompared({ is: 'failed', report: toErrorReport(error) }),
    )
    return () => {
      wanted = false
    }
  }, [session, node, capability, from, to])
  return compared
}
