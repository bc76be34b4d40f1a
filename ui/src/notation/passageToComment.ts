/** The passage of a text that a comment is about, from what is selected on the page a reader sees. Pure. */

export interface PassageToComment {
  text: string
  /** At which character of the text it begins, counting from 1. */
  character: number
}

/** Shorter runs of a selection are not looked for on their own, in characters. */
const SHORTEST = 4

/**
 * What is selected, as the text has it: the whole of it, or the longest sentence or line of it, since a page
 * does not show the marks between them. Without a selection, the first sentence. None in an empty text.
 */
export function passageToComment(text: string, selected: string): PassageToComment | undefined {
  const wanted = selected.trim()
  const parts = sentencesOf(wanted).flatMap((it) => it.split(/[*_~[\]|]/))
  const pieces = parts.map((it) => it.trim()).filter((it) => it.length >= SHORTEST)
  pieces.sort((a, b) => b.length - a.length)
  for (const piece of [wanted, ...pieces]) {
    const at = piece === '' ? -1 : text.indexOf(piece)
    if (at >= 0) return placed(text, piece, at)
  }
  const first = sentencesOf(text)
    .find((it) => it.trim() !== '')
    ?.trim()
  return first === undefined ? undefined : placed(text, first, text.indexOf(first))
}

function placed(text: string, passage: string, at: number): PassageToComment {
  // A pair of units is one character.
  return { text: passage, character: Array.from(text.slice(0, at)).length + 1 }
}

/** Sentences, which no line break is in. */
function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const sentences = (line: string) => Array.from(segmenter.segment(line), (it) => it.segment)
  return text.split(/\r\n?|\n/).flatMap(sentences)
}
