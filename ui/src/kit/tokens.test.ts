/** The contrast of the design tokens. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

function tokens(theme: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = css.split(':root[data-theme="dark"]')
  const read = (text: string) =>
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value])
  return new Map(read(theme === 'light' ? light : dark) as [string, string][])
}

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const of = (name: string) => tokens(theme).get(name) ?? ''

  it('links on the map contrast with the background', () => {
    expect(contrast(of('map-link'), of('ground'))).toBeGreaterThanOrEqual(3)
  })
})
