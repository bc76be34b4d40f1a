/** The map's colors, read from the page's design tokens as they are now. */

import type { Theme } from '../../canvas'

const KINDS = ['scene', 'character', 'place', 'note', 'group'] as const

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888'
  const kind = (name: string) => ({ accent: token(`kind-${name}`) })
  const kinds = Object.fromEntries(KINDS.map((name) => [name, kind(name)]))
  const palette = ['1', '2', '3', '4', '5', '6'].map((it) => [it, token(`color-${it}`)])
  return {
    background: token('ground'),
    dots: token('map-dots'),
    card: token('surface-raised'),
    cardBorder: token('line'),
    shadow: token('map-card-shadow'),
    title: token('ink'),
    text: token('ink-soft'),
    faint: token('ink-faint'),
    link: token('map-link'),
    linkLabel: token('surface'),
    linkLabelText: token('ink-soft'),
    group: token('map-group'),
    groupBorder: token('map-group-line'),
    selection: token('accent'),
    glow: token('glow'),
    visited: token('good'),
    marks: { added: token('good'), changed: token('warn'), removed: token('bad') },
    kinds: { ...kinds, other: kind('other') },
    palette: Object.fromEntries(palette),
    font: token('font-ui'),
  }
}

/** Hears when the colors change or a font arrives, until the returned function is called. */
export function watchTheme(changed: () => void): () => void {
  const watcher = new MutationObserver(changed)
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // Not every engine that runs tests knows of fonts.
  const fonts: FontFaceSet | undefined = document.fonts
  fonts?.addEventListener('loadingdone', changed)
  // A canvas asks for no font by itself.
  for (const weight of [400, 500, 650]) void fonts?.load(`${weight} 14px "Inter Variable"`)
  return () => {
    watcher.disconnect()
    fonts?.removeEventListener('loadingdone', changed)
  }
}
