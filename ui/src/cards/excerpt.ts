/** The words around a find: whole words, with an ellipsis where the text goes on. */

/** How many characters before a find are shown, so that the find itself is in sight. */
const BEFORE = 18
/** The program shows so many characters behind a find; text of this length may go on. */
const PROGRAM_SHOWS = 50

interface FoundText {
  excerpt: string
  found: string
}

/** What stands before, at and behind a find; all of it before where the find is not in it. */
export function excerptParts({ excerpt, found }: FoundText): [string, string, string] {
  const at = found ? excerpt.indexOf(found) : -1
  if (at < 0) return [excerpt, '', '']
  const before = excerpt.slice(0, at)
  const behind = excerpt.slice(at + found.length)
  return [
    [...before].length > BEFORE ? withoutFirstWord(lastOf(before, BEFORE)) : before,
    found,
    [...behind].length >= PROGRAM_SHOWS ? withoutLastWord(behind) : behind,
  ]
}

const lastOf = (text: string, count: number) => [...text].slice(-count).join('')

/** A word that was cut is left out; where words have no spaces between them, nothing is. */
const withoutFirstWord = (text: string) => `…${text.replace(/^\S*\s+(?=\S)/, '')}`

const withoutLastWord = (text: string) => `${text.replace(/(?<=\S)\s+\S*$/, '')}…`
