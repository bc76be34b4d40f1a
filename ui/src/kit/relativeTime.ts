/** Relative times for people. */

const units: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** “3 hours ago”, in the language given. */
export function relativeTime(time: string, now: number, language: string): string {
  const seconds = (Date.parse(time) - now) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit)
  }
  return format.format(0, 'second')
}

/** The time to the second, in the person's time zone. */
export function exactTime(time: string, language: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'full', timeStyle: 'medium' })
}
