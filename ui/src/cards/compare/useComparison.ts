/** Two versions of a capability's data on a node, compared by the program. */

import { useEffect, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { useSession } from '../../document'

/** One value that differs; a side that is missing held nothing. */
export type Line = NonNullable<Comparison['lines']>[number]

export type Comparison = ToolOutput<'compare_versions'>

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
    session.data('compare_versions', args).then(
      (comparison) => wanted && setCompared({ is: 'done', comparison }),
      (error: unknown) => wanted && setCompared({ is: 'failed', report: toErrorReport(error) }),
    )
    return () => {
      wanted = false
    }
  }, [session, node, capability, from, to])
  return compared
}
