/** Where a quoted passage is in a text. Pure. */

/** A passage by its words, and at which character it begins, counting from 1, where that is known. */
export interface QuotedPassage {
  quote: string
  character?: number | undefined
}

/** Where the passage is: of several places with its words, the one nearest to its character. */
export function spanOf(
  text: string,
  { quote, character }: QuotedPassage,
): { from: number; to: number } | undefined {
  const wanted = quote.replace(/\r\n?/g, '\n')
  const near = character === undefined ? 0 : unitsOf(text, character - 1)
  const from = nearestTo(text, wanted, near)
  return from === undefined ? undefined : { from, to: from + wanted.length }
}

/** How long the first characters of a text are, in code units; those beyond the plane are two. */
function unitsOf(text: string, characters: number): number {
  let units = 0
  for (let left = characters; left > 0 && units < text.length; left--) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  }
  return units
}

function nearestTo(text: string, wanted: string, near: number): number | undefined {
  if (wanted === '') return undefined
  let best: number | undefined
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best === undefined || Math.abs(at - near) < Math.abs(best - near)) best = at
  }
  return best
}
