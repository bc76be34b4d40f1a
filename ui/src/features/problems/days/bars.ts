/** The bars of the chart of days: one for each day, or for each week of a long time. Pure. */

import type { ToolOutput } from '../../../bridge'

type Progress = ToolOutput<'writing_progress'>

export interface Bar {
  /** Its first day, as `2026-03-01`. */
  date: string
  /** Words by people; fewer than none where more was deleted. */
  written: number
  /** Words by the assistant. */
  assistant: number
}

const DAY = 24 * 60 * 60 * 1000

/** The bars from the oldest to the newest, which ends today. */
export function barsOf({ from, to, days }: Progress, length: 1 | 7): Bar[] {
  const last = Date.parse(to)
  const count = Math.ceil(((last - Date.parse(from)) / DAY + 1) / length)
  const bars = Array.from({ length: count }, (_, at) => {
    const first = last - ((count - at) * length - 1) * DAY
    return { date: new Date(first).toISOString().slice(0, 10), written: 0, assistant: 0 }
  })
  for (const { date, written, assistant } of days) {
    const bar = bars[count - 1 - Math.floor((last - Date.parse(date)) / DAY / length)]
    if (!bar) continue
    bar.written += written
    bar.assistant += assistant
  }
  return bars
}

/** The words that the highest bar stands for, at least the goal of a day. */
export function highest(bars: readonly Bar[], goal: number): number {
  return Math.max(1, goal, ...bars.map((it) => Math.max(0, it.written) + Math.max(0, it.assistant)))
}
