/** The image or the sound of a scene, which comes over the hub in parts. */

import type { HubConnection } from '../bridge'

/** What the actions answer: null where the scene has none. */
interface FilePart {
  asset: string
  mime: string
  data: string
  /** What an image was to show; empty where nobody said. */
  prompt?: string
  /** Where the next part begins; missing after the last one. */
  next?: number
}

const ACTIONS = { image: 'read_image', sound: 'read_sound' } as const

export interface SceneFile {
  blob: Blob
  /** What an image was to show; empty where nobody said. */
  prompt: string
}

/** Reads the image or the sound of a node; undefined if it has none. */
export async function readSceneFile(
  hub: HubConnection,
  kind: keyof typeof ACTIONS,
  node: string,
): Promise<SceneFile | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let first: string | undefined
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer = (await hub.act(ACTIONS[kind], { node, offset })) as Record<
      string,
      FilePart | null
    >
    const part = answer[kind]
    if (!part) return undefined
    first ??= part.asset
    // Another one was adopted meanwhile.
    if (part.asset !== first) return readSceneFile(hub, kind, node)
    parts.push(Uint8Array.from(atob(part.data), (it) => it.charCodeAt(0)))
    offset = part.next
    if (offset === undefined) {
      return { blob: new Blob(parts, { type: part.mime }), prompt: part.prompt ?? '' }
    }
  }
  return undefined
}
