/** Text measured once and broken into lines, Chinese between characters, English between words. */

export type Measure = (text: string) => number

/** Han, kana and full-width marks may break anywhere. */
const unspaced = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/

/** Closing marks that must not begin a line. */
const closing = /^[，。！？；：、”’）】》」』,.!?;:)\]}]/

/** The first letter, and whether its script is written from right to left. */
const letter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Whether a text is written from right to left: its first letter says so. */
export function isRightToLeft(text: string): boolean {
  const first = letter.exec(text)?.[0]
  return first !== undefined && rightToLeft.test(first)
}

/** Where the rows of a text stand. */
export interface Column {
  left: number
  right: number
}

/** Draws a row of a text at the side at which the text begins. */
export function drawRow(
  context: CanvasRenderingContext2D,
  { row, of }: { row: string; of: string },
  { left, right }: Column,
  y: number,
): void {
  if (!isRightToLeft(of)) {
    context.fillText(row, left, y)
    return
  }
  context.direction = 'rtl'
  context.textAlign = 'right'
  context.fillText(row, right, y)
  context.textAlign = 'left'
  context.direction = 'ltr'
}

/** The units between which a line may be broken. */
export function breakOpportunities(text: string): string[] {
  const found: string[] = []
  let word = ''
  for (const char of text) {
    if (char === ' ' || char === '\n' || char === '\t') {
      if (word) found.push(word)
      word = ''
      if (found.length > 0) found[found.length - 1] += ' '
    } else if (unspaced.test(char)) {
      if (word) found.push(word)
      word = ''
      if (closing.test(char) && found.length > 0) found[found.length - 1] += char
      else found.push(char)
    } else {
      word += char
    }
  }
  if (word) found.push(word)
  return found
}

/** Breaks text into at most `lines` lines of a width; the last ends in … if the text is longer. */
export function wrapped(text: string, width: number, lines: number, measure: Measure): string[] {
  const rows: string[] = []
  let row = ''
  const rest = breakOpportunities(text)
  for (let index = 0; index < rest.length; index++) {
    const piece = rest[index] ?? ''
    const longer = row + piece
    if (row === '' || measure(longer.trimEnd()) <= width) {
      row = longer
      continue
    }
    if (rows.length + 1 === lines) {
      rows.push(shortened(row + rest.slice(index).join(''), width, measure))
      return rows
    }
    rows.push(row.trimEnd())
    row = piece
  }
  if (row && rows.length < lines) rows.push(shortened(row.trimEnd(), width, measure))
  return rows
}

/** The text, truncated with … if it is wider than the width. */
export function shortened(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  const chars = [...text]
  let low = 0
  let high = chars.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(`${chars.slice(0, middle).join('')}…`) <= width) low = middle
    else high = middle - 1
  }
  return `${chars.slice(0, low).join('').trimEnd()}…`
}

/** A cache for a few thousand recently requested values. */
export class MemoCache<T> {
  readonly #made = new Map<string, T>()
  readonly #most: number

  constructor(most = 8000) {
    this.#most = most
  }

  clear(): void {
    this.#made.clear()
  }

  get(key: string, make: () => T): T {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    if (this.#made.size >= this.#most) this.#made.clear()
    const made = make()
    this.#made.set(key, made)
    return made
  }
}
