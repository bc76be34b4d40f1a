/** The scenes of a shared story in reading order, read in pages and kept as they are now. */

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  callData,
  type ErrorReport,
  type HubConnection,
  hubBridge,
  type ToolOutput,
  toErrorReport,
} from '../bridge'

export interface Scene {
  id: string
  title: string
  text: string
}

interface Scenes {
  scenes: readonly Scene[]
  /** Whether all of them have been read. */
  isWhole: boolean
  fault: ErrorReport | undefined
}

/** The scenes, and how to read some of them again. */
interface ReadScenes extends Scenes {
  reread: (scenes: readonly string[]) => Promise<void>
}

type Page = ToolOutput<'read_texts'>

/** Tokens of text in one answer, which must fit into a message of the hub. */
const PAGE_TOKENS = 20_000
/** How long changes are gathered before texts are read again, in milliseconds. */
const GATHER_MS = 800

/** What a change says, as far as it matters here. */
export interface SceneChange {
  draft?: string | null
  left_out?: number
  changed?: readonly { node?: string; capability: string }[]
}

export function useScenes(hub: HubConnection): ReadScenes {
  const [state, setState] = useState<Scenes>({ scenes: [], isWhole: false, fault: undefined })
  /** Counts the readings of the whole story: a later one ends the one before. */
  const reading = useRef(0)
  const known = useRef(new Set<string>())

  const readAll = useCallback(async () => {
    const mine = ++reading.current
    const isLatest = () => mine === reading.current
    try {
      const scenes: Scene[] = []
      let cursor: string | undefined
      do {
        const page: Page = await readPage(hub, { kind: 'scene', cursor })
        if (!isLatest()) return
        addTo(scenes, page)
        cursor = page.cursor
        const isWhole = cursor === undefined
        // What is there already stays until as much has been read anew.
        setState((old) =>
          isWhole || old.scenes.length <= scenes.length
            ? { scenes: [...scenes], isWhole, fault: undefined }
            : old,
        )
      } while (cursor !== undefined)
      known.current = new Set(scenes.map((it) => it.id))
    } catch (error) {
      if (isLatest()) setState((old) => ({ ...old, fault: toErrorReport(error) }))
    }
  }, [hub])

  /** Reads some scenes again, whose texts changed. */
  const readAgain = useCallback(
    async (ids: readonly string[]) => {
      try {
        const scenes: Scene[] = []
        let cursor: string | undefined
        do {
          const page: Page = await readPage(hub, { nodes: ids, cursor })
          addTo(scenes, page)
          cursor = page.cursor
        } while (cursor !== undefined)
        const anew = new Map(scenes.map((it) => [it.id, it]))
        setState((old) => ({ ...old, scenes: old.scenes.map((it) => anew.get(it.id) ?? it) }))
      } catch {
        await readAll()
      }
    },
    [hub, readAll],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let whole = false
    const texts = new Set<string>()
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        const ids = [...texts]
        texts.clear()
        if (whole) void readAll()
        else void readAgain(ids)
        whole = false
      }, GATHER_MS)
    }
    const stop = hub.subscribe(({ event, data }) => {
      if (event === 'lost') whole = true
      else if (event !== 'data:changed') return
      else {
        const { draft, left_out, changed = [] } = data as SceneChange
        // What waits in a draft is not in the story.
        if (draft) return
        whole ||= left_out !== undefined
        for (const { node, capability } of changed) {
          if (capability === 'text' && node !== undefined && known.current.has(node))
            texts.add(node)
          else if (capability === 'text' || capability === 'node' || capability === 'edge')
            whole = true
        }
        if (!whole && texts.size === 0) return
      }
      later()
    })
    if (hub.status.state === 'connected') void readAll()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [hub, readAll, readAgain])
  return { ...state, reread: readAgain }
}

function readPage(
  hub: HubConnection,
  args: { kind?: string; nodes?: readonly string[]; cursor: string | undefined },
): Promise<Page> {
  const call = { name: 'read_texts', args: { ...args, tokens: PAGE_TOKENS } } as const
  return callData(hubBridge(hub), call)
}

/** Adds the texts of a page; a long one goes on where the page before had cut it. */
function addTo(scenes: Scene[], { texts }: Page): void {
  for (const { node, text, from_character } of texts) {
    const last = scenes.at(-1)
    if (last?.id === node.id && from_character !== undefined)
      scenes[scenes.length - 1] = { ...last, text: last.text + text }
    else scenes.push({ id: node.id, title: node.title, text })
  }
}
