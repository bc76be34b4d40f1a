/** Colors that can be read: contrast as WCAG 2 measures it, for colors written as `#rrggbb`. */

/** What small letters need (WCAG 1.4.3). */
export const READABLE = 4.5

const HEX = /^#[0-9a-f]{6}$/i
const STEPS = 20

/** The three parts of a color, from 0 to 255. */
const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = parts(color).map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The ratio of the luminances of two colors, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** A color with a share of another one over it. */
export function mixed(color: string, other: string, share: number): string {
  if (!HEX.test(color) || !HEX.test(other)) return color
  const others = parts(other)
  const mix = (part: number, at: number) => part + ((others[at] ?? 0) - part) * share
  const bytes = parts(color).map((part, at) => Math.round(mix(part, at)))
  return `#${bytes.map((it) => it.toString(16).padStart(2, '0')).join('')}`
}

const known = new Map<string, string>()
const MAX_KNOWN = 2000

/** The color, mixed with as much of `ink` as small letters on this ground need. */
export function readable(color: string, ground: string, ink: string): string {
  const key = `${color} ${ground} ${ink}`
  const found = known.get(key)
  if (found) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const made = mixedUntilReadable(color, ground, ink)
  known.set(key, made)
  return made
}

function mixedUntilReadable(color: string, ground: string, ink: string): string {
  // The system's own colors can be read as they are.
  if (![color, ground, ink].every((it) => HEX.test(it))) return ink
  for (let step = 0; step < STEPS; step++) {
    const made = mixed(color, ink, step / STEPS)
    if (contrast(made, ground) >= READABLE) return made
  }
  return ink
}
