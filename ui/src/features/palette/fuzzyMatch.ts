/** Finds titles by a few letters of them, in any script. Pure. */

/** How well letters fit a title: higher is better, `undefined` is not at all. */
export function matchScore(wanted: string, title: string): number | undefined {
  const [needle, hay] = [wanted.toLowerCase().trim(), title.toLowerCase()]
  if (!needle) return 0
  const at = hay.indexOf(needle)
  if (at === 0) return 100 - hay.length / 100
  if (at > 0) return (/[\s\p{P}]/u.test(hay[at - 1] ?? '') ? 80 : 60) - hay.length / 100
  const words = needle.split(/\s+/)
  if (words.length > 1 && words.every((it) => hay.includes(it))) return 50 - hay.length / 100
  return subsequenceScore(needle.replace(/\s+/g, ''), hay)
}

/** All letters in their order, the closer together the better. */
function subsequenceScore(needle: string, hay: string): number | undefined {
  let from = 0
  let gaps = 0
  for (const letter of needle) {
    const at = hay.indexOf(letter, from)
    if (at < 0) return undefined
    gaps += from === 0 ? 0 : at - from
    from = at + letter.length
  }
  const score = 40 - gaps
  return score > 12 ? score : undefined
}

/** What is found by another name than its own comes after what is found by that. */
const BY_ALIAS = 30
/** Letters that stand apart find a title, but not one of many aliases: they would find something in any. */
const WHOLE_WORDS = 50 - 1

/** The best of many by title, or by what else they are called, at most `most` of them. */
export function bestMatches<T>(
  wanted: string,
  all: Iterable<T>,
  title: (it: T) => string,
  most: number,
  aliases: (it: T) => readonly string[] = () => [],
): T[] {
  const found: { it: T; score: number }[] = []
  for (const it of all) {
    const scores = aliases(it).map((alias) => matchScore(wanted, alias) ?? 0)
    const alias = Math.max(0, ...scores.filter((score) => score >= WHOLE_WORDS))
    const score = matchScore(wanted, title(it)) ?? (alias ? alias - BY_ALIAS : undefined)
    if (score !== undefined) found.push({ it, score })
  }
  found.sort((a, b) => b.score - a.score)
  return found.slice(0, most).map((it) => it.it)
}
