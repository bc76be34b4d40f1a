/** The map's colors and fonts; the window reads them from its design tokens. */

export interface KindStyle {
  /** The stripe and the mark. */
  accent: string
}

export interface Theme {
  background: string
  dots: string
  card: string
  cardBorder: string
  shadow: string
  title: string
  text: string
  faint: string
  link: string
  linkLabel: string
  linkLabelText: string
  group: string
  groupBorder: string
  selection: string
  glow: string
  /** The colors of visited cards. */
  visited: string
  /** The colors for what a draft adds, changes and removes. */
  marks: { added: string; changed: string; removed: string }
  /** Looks by kind; `other` for the writer's own. */
  kinds: Record<string, KindStyle> & { other: KindStyle }
  /** The six colors of JSON Canvas, `"1"` … `"6"`. */
  palette: Record<string, string>
  font: string
}

/** The accent of a card: its own color, or its kind's. */
export function accentOf(theme: Theme, kind: string, color?: string): string {
  if (color?.startsWith('#')) return color
  if (color) return theme.palette[color] ?? theme.kinds.other.accent
  return (theme.kinds[kind] ?? theme.kinds.other).accent
}
