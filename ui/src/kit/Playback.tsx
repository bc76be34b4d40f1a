/** A sound that is played while it is there, and whether sounds are heard at all. */

import { useEffect, useRef } from 'react'
import { create } from 'zustand'

const KEY = 'storyteller-play-sound'

interface SoundChoice {
  on: boolean
  toggle(): void
}

/** Whether sounds are heard while a story is played; kept in the browser. */
export const useSoundChoice = create<SoundChoice>((set, get) => ({
  on: localStorage.getItem(KEY) !== 'off',
  toggle: () => {
    const on = !get().on
    localStorage.setItem(KEY, on ? 'on' : 'off')
    set({ on })
  },
}))

interface PlaybackProps {
  /** Where the file is; undefined until it is read. */
  url: string | undefined
  loop?: boolean
}

/** Plays from its beginning; switched off, it pauses. */
export function Playback({ url, loop = false }: PlaybackProps) {
  const { on } = useSoundChoice()
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const { current } = audio
    if (!current || url === undefined) return
    // A browser that lets no page sound before a click plays the next sound.
    if (on) void current.play().catch(() => undefined)
    else current.pause()
  }, [url, on])
  // biome-ignore lint/a11y/useMediaCaption: the button that switches it off says what is heard
  return <audio ref={audio} src={url} loop={loop} />
}
