/** The image of a scene, read once the scene is in view and again when another one is adopted. */

import { useEffect, useRef, useState } from 'react'
import type { HubConnection } from '../bridge'
import { useTranslation } from '../text'
import styles from './guest.module.css'
import { readSceneFile } from './readSceneFile'
import type { SceneChange } from './scenes'

interface Shown {
  url: string
  alt: string
}

interface SceneImageProps {
  hub: HubConnection
  node: string
  title: string
}

export function SceneImage({ hub, node, title }: SceneImageProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some((it) => it.isIntersecting) && setIsSeen(true),
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])

  useEffect(() => {
    if (!isSeen) return
    let url: string | undefined
    /** Counts the readings: a later one ends the one before. */
    let latest = 0
    const read = async () => {
      const mine = ++latest
      // Where it cannot be read, the scene is read without it.
      const image = await readSceneFile(hub, 'image', node).catch(() => undefined)
      if (mine !== latest) return
      if (url) URL.revokeObjectURL(url)
      url = image && URL.createObjectURL(image.blob)
      setShown(url && image ? { url, alt: image.prompt } : undefined)
    }
    void read()
    const stop = hub.subscribe(({ event, data }) => {
      if (event === 'lost') void read()
      if (event !== 'data:changed') return
      const { draft, left_out, changed = [] } = data as SceneChange
      const isOther = changed.some((it) => it.node === node && it.capability === 'image')
      if (!draft && (isOther || left_out !== undefined)) void read()
    })
    return () => {
      latest += 1
      stop()
      if (url) URL.revokeObjectURL(url)
    }
  }, [hub, node, isSeen])

  return (
    <div ref={place} className={styles.image}>
      {shown && <img src={shown.url} alt={shown.alt || t('guest-picture', { scene: title })} />}
    </div>
  )
}
