/** A sound of a scene that is played: read over the hub, heard while it is there. */

import { useEffect, useState } from 'react'
import type { HubConnection } from '../bridge'
import { Playback } from '../kit'
import { readSceneFile } from './readSceneFile'

interface SceneSoundProps {
  hub: HubConnection
  /** The node that has it. */
  node: string
  loop?: boolean
}

export function SceneSound({ hub, node, loop = false }: SceneSoundProps) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let left = false
    // Where it cannot be read, the scene is read without it.
    const read = async () => {
      const sound = await readSceneFile(hub, 'sound', node).catch(() => undefined)
      if (left || !sound) return
      made = URL.createObjectURL(sound.blob)
      setUrl(made)
    }
    void read()
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [hub, node])
  return <Playback url={url} loop={loop} />
}
