/** Subscribes a component to one node with all its data. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../bridge'
import { type Mirror, type MirrorDelta, type NodeDetails, useSession } from '../document'

interface NodeDetailsState {
  reading: NodeDetails | undefined
  fault: ErrorReport | undefined
  /** Reads again; what was asked for before is left out. */
  reread: () => void
}

/** How long other nodes rest until the mentions of this one are read again, in milliseconds. */
const LATER = 400

/**
 * Reads a node, and again whenever the mirror says that it or a link of it was touched, and a
 * moment after others were: what mentions it is read with it.
 */
export function useNodeDetails(node: string): NodeDetailsState {
  const session = useSession()
  const [reading, setReading] = useState<NodeDetails>()
  const [fault, setFault] = useState<ErrorReport>()
  const latest = useRef(0)
  const links = useRef<ReadonlySet<string>>(new Set())

  const reread = useCallback(() => {
    latest.current += 1
    const asked = latest.current
    session.data('read_node', { node }).then(
      (read) => {
        if (asked !== latest.current) return
        links.current = new Set([...read.outgoing, ...read.incoming].map((it) => it.edge))
        setReading(read)
        setFault(undefined)
      },
      (error: unknown) => {
        if (asked === latest.current) setFault(toErrorReport(error))
      },
    )
  }, [session, node])

  useEffect(() => {
    reread()
    let later: ReturnType<typeof setTimeout> | undefined
    const stop = session.mirror.subscribe((touched) => {
      if (concerns(session.mirror, touched, node, links.current)) return reread()
      // Another node's words may mention this one now, or no longer; that is in no hurry.
      if (touched.nodes.size === 0) return
      clearTimeout(later)
      later = setTimeout(reread, LATER)
    })
    return () => {
      latest.current += 1
      clearTimeout(later)
      stop()
    }
  }, [session, node, reread])

  return { reading, fault, reread }
}

function concerns(
  mirror: Mirror,
  touched: MirrorDelta,
  node: string,
  links: ReadonlySet<string>,
): boolean {
  if (touched.whole || touched.nodes.has(node)) return true
  return [...touched.edges].some((id) => {
    const edge = mirror.edges.get(id)
    return links.has(id) || edge?.from === node || edge?.to === node
  })
}
