/** The image of a scene, which comes over the hub in parts. */

import type { HubConnection } from '../bridge'

/** What `read_image` answers. */
interface ImageAnswer {
  image: {
    asset: string
    mime: string
    prompt: string
    data: string
    /** Where the next part begins; missing after the last one. */
    next?: number
  } | null
}

export interface SceneImage {
  blob: Blob
  /** What it was to show; empty where nobody said. */
  prompt: string
}

/** Reads the image of a node; undefined if it has none. */
export async function readImage(hub: HubConnection, node: string): Promise<SceneImage | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let first: string | undefined
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { image } = (await hub.act('read_image', { node, offset })) as ImageAnswer
    if (image === null) return undefined
    first ??= image.asset
    // Another image was adopted meanwhile.
    if (image.asset !== first) return readImage(hub, node)
    parts.push(Uint8Array.from(atob(image.data), (it) => it.charCodeAt(0)))
    offset = image.next
    if (offset === undefined) {
      return { blob: new Blob(parts, { type: image.mime }), prompt: image.prompt }
    }
  }
  return undefined
}
