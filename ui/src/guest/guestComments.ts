/** The open comments on the scenes, by scene, kept as they are now. */

import { useEffect, useState } from 'react'
import { callData, type HubConnection, hubBridge, type ToolOutput } from '../bridge'

export type GuestComment = ToolOutput<'list_findings'>['findings'][number]

/** The most comments that are shown. */
const MOST = 500
/** How long changes are gathered before comments are read again, in milliseconds. */
const GATHER_MS = 400

const NONE: ReadonlyMap<string, readonly GuestComment[]> = new Map()

export function useGuestComments(hub: HubConnection): ReadonlyMap<string, readonly GuestComment[]> {
  const [comments, setComments] = useState(NONE)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const read = async () => {
      const args = { sort: 'comment', limit: MOST } as const
      const { findings } = await callData(hubBridge(hub), { name: 'list_findings', args })
      const byScene = new Map<string, GuestComment[]>()
      for (const it of findings) {
        const scene = it.passage.node?.id ?? ''
        byScene.set(scene, [...(byScene.get(scene) ?? []), it])
      }
      if (!left) setComments(byScene)
    }
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        // What was read before stays; the next change tries again.
        read().catch(() => undefined)
      }, GATHER_MS)
    }
    const stop = hub.subscribe(({ event }) => {
      if (event === 'lost' || event === 'data:changed') later()
    })
    later()
    return () => {
      left = true
      stop()
      clearTimeout(timer)
    }
  }, [hub])
  return comments
}
