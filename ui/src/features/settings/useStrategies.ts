/** The context strategies of the three places that can choose one, loaded and saved together. */

import { useEffect, useState } from 'react'
import { type Bridge, callData, type Program, type ProgramSettings } from '../../bridge'
import { reportError, useWorkspace } from '../../state'
import {
  parseStrategy,
  STATE,
  type StoredStrategy,
  type Strategy,
  SUMMARY,
  storedStrategy,
  strategyError,
  WINDOW,
} from './strategy'

/** The settings, the open story, the conversation that is shown. */
const PLACES = ['settings', 'story', 'thread'] as const

export type Place = (typeof PLACES)[number]

export interface Strategies {
  places: readonly Place[]
  known: readonly string[]
  chosen: Record<Place, Strategy>
  change: (place: Place, part: Partial<Strategy>) => void
  fault: Place | undefined
  /** What is changed of the settings. */
  ofSettings: () => StoredStrategy | undefined
  /** Keeps what was changed of the story and of the conversation. */
  keep: () => Promise<void>
}

/** The open story's own bridge, and the conversation shown in it. */
export function useOpenStory(program: Program): {
  story: Bridge | undefined
  thread: string | undefined
} {
  const key = useWorkspace((it) => it.windowContext?.story)
  const thread = useWorkspace((it) => it.thread)
  const [story, setStory] = useState<Bridge>()
  useEffect(() => setStory(key === undefined ? undefined : program.story(key)), [program, key])
  return { story, thread: story && thread }
}

export function useStrategies(program: Program, settings: ProgramSettings): Strategies {
  const { story, thread } = useOpenStory(program)
  const [known, setKnown] = useState<readonly string[]>([WINDOW, SUMMARY, STATE])
  const kept = settings.assistant?.context_strategy
  const [before, setBefore] = useState<Record<Place, StoredStrategy | null>>()
  const [chosen, setChosen] = useState<Record<Place, Strategy>>(() => ({
    settings: parseStrategy(kept, WINDOW),
    story: parseStrategy(null),
    thread: parseStrategy(null),
  }))

  useEffect(() => {
    if (!story) return
    let left = false
    const name = 'read_context_strategy'
    callData(story, { name, args: thread ? { thread } : {} }).then((read) => {
      if (left) return
      setKnown(read.known)
      setBefore({ settings: kept ?? null, story: read.story, thread: read.thread })
      setChosen((old) => ({
        ...old,
        story: parseStrategy(read.story),
        thread: parseStrategy(read.thread),
      }))
    }, reportError)
    return () => {
      left = true
    }
  }, [story, thread, kept])

  /** What a place holds now, where it differs from what it held. */
  const changed = (place: Place): { now: StoredStrategy | null } | undefined => {
    const old = place === 'settings' ? parseStrategy(kept, WINDOW) : parseStrategy(before?.[place])
    const now = storedStrategy(chosen[place])
    return JSON.stringify(now) === JSON.stringify(storedStrategy(old)) ? undefined : { now }
  }
  const places = PLACES.filter((it) => it === 'settings' || (it === 'story' ? story : thread))
  return {
    places,
    known,
    chosen,
    change: (place, part) => setChosen((old) => ({ ...old, [place]: { ...old[place], ...part } })),
    fault: places.find((it) => strategyError(chosen[it]) !== undefined),
    ofSettings: () => changed('settings')?.now ?? undefined,
    keep: async () => {
      for (const place of ['story', 'thread'] as const) {
        const change = story && before && changed(place)
        if (!change) continue
        const { now } = change
        const args = {
          ...(now ? { plugin_id: now.pluginId } : {}),
          ...(now?.config ? { config: JSON.stringify(now.config) } : {}),
          ...(place === 'thread' && thread ? { thread } : {}),
        }
        await callData(story, { name: 'set_context_strategy', args })
      }
    },
  }
}
