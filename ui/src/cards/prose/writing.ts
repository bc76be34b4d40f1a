/**
 * The writer's preferences for prose: font, size and width, and what the editor does automatically.
 * Stored on this machine; styles are set on the page as variables.
 */

import { create } from 'zustand'

const KEY = 'storyteller-writing'

export const FONTS = ['serif', 'sans', 'mono'] as const
export const MEASURES = ['narrow', 'usual', 'wide'] as const
/** Sizes of prose, in CSS pixels. */
export const SIZES = [14, 15.5, 16.5, 18, 20, 22, 24] as const

export interface WritingHabits {
  font: (typeof FONTS)[number]
  size: number
  /** The length of a line on a wide page. */
  measure: (typeof MEASURES)[number]
  /** The first line of a paragraph is indented. */
  indent: boolean
  /** Quotes, dashes and dots are set as in print while they are typed. */
  smart: boolean
  /** The line that is written stays in the middle. */
  typewriter: boolean
  /** The language of the spell check; empty for the browser's choice. */
  spelling: string
  /** Words to write in a day; 0 for no goal. */
  goal: number
}

const USUAL: WritingHabits = {
  font: 'serif',
  size: 16.5,
  measure: 'usual',
  indent: false,
  smart: false,
  typewriter: false,
  spelling: '',
  goal: 0,
}

const FAMILY = { serif: 'var(--font-prose)', sans: 'var(--font-ui)', mono: 'var(--font-mono)' }
const WIDTH = { narrow: '560px', usual: '688px', wide: '860px' }

function stored(): WritingHabits {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<WritingHabits>
    const goal = Number(kept.goal)
    return {
      font: FONTS.find((it) => it === kept.font) ?? USUAL.font,
      size: SIZES.find((it) => it === kept.size) ?? USUAL.size,
      measure: MEASURES.find((it) => it === kept.measure) ?? USUAL.measure,
      indent: kept.indent === true,
      smart: kept.smart === true,
      typewriter: kept.typewriter === true,
      spelling: typeof kept.spelling === 'string' ? kept.spelling : USUAL.spelling,
      goal: Number.isInteger(goal) && goal > 0 ? goal : USUAL.goal,
    }
  } catch {
    // What cannot be read is as if it had never been kept.
    return USUAL
  }
}

interface WritingStore extends WritingHabits {
  change(part: Partial<WritingHabits>): void
}

export const useWriting = create<WritingStore>((set, get) => ({
  ...stored(),
  change: (part) => {
    set(part)
    const { change: _, ...habits } = get()
    localStorage.setItem(KEY, JSON.stringify(habits))
  },
}))

/** Gives the page the looks of the prose. */
function applyLooks({ font, size, measure, indent }: WritingHabits): void {
  const { style } = document.documentElement
  style.setProperty('--prose-family', FAMILY[font])
  style.setProperty('--prose-size', `${size}px`)
  style.setProperty('--prose-width', WIDTH[measure])
  style.setProperty('--prose-indent', indent ? '1.5em' : '0')
}

applyLooks(useWriting.getState())
useWriting.subscribe(applyLooks)
