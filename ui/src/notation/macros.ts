/**
 * Where a text contains code of a story format (`<<…>>`, `(set: …)`, `[[…]]`, `{{…}}`) rather than
 * prose. It is only located, never changed or interpreted.
 */

export interface Span {
  from: number
  to: number
}

/** The maximum length of a macro; an opening mark without an end is prose. */
const LONGEST = 4000

// `(http://…)` is the target of a Markdown link.
const opening = /<<|\[\[|\{\{|\([A-Za-z_$][\w-]*:(?!\/\/)/g
const closing: Record<string, string> = { '<<': '>>', '[[': ']]', '{{': '}}' }

export function macrosIn(text: string): Span[] {
  const found: Span[] = []
  opening.lastIndex = 0
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = closing[match[0]]
    const to = end ? endOf(text, match.index + 2, end) : endOfCall(text, match.index)
    if (to === undefined) continue
    found.push({ from: match.index, to })
    opening.lastIndex = to
  }
  return found
}

function endOf(text: string, from: number, mark: string): number | undefined {
  const at = text.indexOf(mark, from)
  return at < 0 || at - from > LONGEST ? undefined : at + mark.length
}

/** The end of `(name: …)`, whose arguments may contain brackets and quoted text. */
function endOfCall(text: string, from: number): number | undefined {
  let depth = 0
  let quote: string | undefined
  for (let at = from; at < Math.min(text.length, from + LONGEST); at++) {
    const letter = text[at]
    if (quote) {
      if (letter === '\\') at++
      else if (letter === quote) quote = undefined
    } else if (letter === '"') quote = letter
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return undefined
}
