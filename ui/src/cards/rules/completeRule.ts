/** What may follow in a condition or an effect: variables, functions, and titles of visited nodes. */

export interface RuleNames {
  variables: readonly string[]
  titles: readonly string[]
}

export interface RuleCompletion {
  label: string
  /** The source with the completion in it, and where the caret is then. */
  source: string
  caret: number
}

/** How many are offered. */
const OFFERED = 8
/** A function is offered once so much of its name is written. */
const LEAST = 2

const WORD = /[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*$/u
const VISITED = /(?:visited|visits)\s*[(（]\s*(["“'])([^"”'“]*)$/u
const QUOTES: Record<string, string> = { '"': '"', '“': '”', "'": "'" }
const FUNCTIONS = ['visited("")', 'visits("")', 'random(1, 6)', 'otherwise()']

export function completeRule(source: string, caret: number, names: RuleNames): RuleCompletion[] {
  const before = source.slice(0, caret)
  const behind = source.slice(caret)
  const title = VISITED.exec(before)
  if (title) {
    const [, open = '"', written = ''] = title
    const close = `${QUOTES[open]})`
    const rest = behind.replace(/^["”']?[)）]?/u, '')
    return names.titles
      .filter((it) => begins(it, written) && !it.includes('"'))
      .slice(0, OFFERED)
      .map((it) => completion(it, before.slice(0, -written.length || undefined), it + close, rest))
  }
  const word = WORD.exec(before)?.[0] ?? ''
  if (word === '' || isInQuotes(before)) return []
  const rest = behind.replace(/^[\p{Alphabetic}\p{N}_]+/u, '')
  const start = before.slice(0, -word.length)
  const variables = names.variables
    .filter((it) => begins(it, word) && it !== word)
    .map((it) => completion(it, start, it, rest))
  const functions = FUNCTIONS.filter((it) => word.length >= LEAST && it.startsWith(word)).map(
    (it) => {
      const made = completion(it, start, it, rest)
      const inside = it.indexOf('""') + 1
      return inside > 0 ? { ...made, caret: start.length + inside } : made
    },
  )
  return [...variables, ...functions].slice(0, OFFERED)
}

function completion(label: string, before: string, word: string, behind: string): RuleCompletion {
  return { label, source: before + word + behind, caret: before.length + word.length }
}

const begins = (it: string, written: string) => it.toLowerCase().startsWith(written.toLowerCase())

/** Whether a text in quotes is open at the end. */
function isInQuotes(source: string): boolean {
  let close = ''
  for (const letter of source) {
    if (close === '') close = QUOTES[letter] ?? ''
    else if (letter === close) close = ''
  }
  return close !== ''
}
