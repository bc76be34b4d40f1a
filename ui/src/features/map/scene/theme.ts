/** The map's colors, read from the page's current design tokens. */

import type { Theme } from '../../../canvas'

const KINDS = ['scene', 'character', 'place', 'note', 'group'] as const

export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888'
  const kind = (name: string) => ({ accent: token(`kind-${name}`) })
  const kinds = Object.fromEntries(KINDS.map((name) => [name, kind(name)]))
  const palette = ['1', '2', '3', '4', '5', '6'].map((it) => [it, token(`color-${it}`)])
  const plain: Theme = {
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
  if (matchMedia(FORCED).matches) return { ...plain, ...forced() }
  return matchMedia(CONTRAST).matches ? { ...plain, ...contrasting(token) } : plain
}

const FORCED = '(forced-colors: active)'
const CONTRAST = '(prefers-contrast: more)'

/** What is soft by design is made plain for those who ask for contrast. */
function contrasting(token: (name: string) => string): Partial<Theme> {
  return {
    cardBorder: token('ink-faint'),
    groupBorder: token('ink-soft'),
    text: token('ink'),
    faint: token('ink'),
    link: token('ink-soft'),
    linkLabelText: token('ink'),
  }
}

/** The system's own colors; a canvas is not given them by itself, as the page is. */
function forced(): Partial<Theme> {
  const probe = document.createElement('span')
  probe.style.forcedColorAdjust = 'none'
  document.body.append(probe)
  const system = (name: string) => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const [ground, ink, chosen, faint] = ['Canvas', 'CanvasText', 'Highlight', 'GrayText'].map(system)
  probe.remove()
  if (!ground || !ink || !chosen || !faint) return {}
  return {
    background: ground,
    dots: ground,
    card: ground,
    cardBorder: ink,
    shadow: ground,
    title: ink,
    text: ink,
    faint: ink,
    link: ink,
    linkLabel: ground,
    linkLabelText: ink,
    group: ground,
    groupBorder: faint,
    selection: chosen,
    glow: chosen,
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
  const media = [FORCED, CONTRAST].map((it) => matchMedia(it))
  for (const it of media) it.addEventListener('change', changed)
  return () => {
    for (const it of media) it.removeEventListener('change', changed)
    watcher.disconnect()
    fonts?.removeEventListener('loadingdone', changed)
  }
}
