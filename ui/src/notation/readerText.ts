/**
 * What a reader sees of a text: without the macros, scripts and comments of story formats, and with
 * links as their words. The same rules as in the program (`crates/markup/src/links`), so that words
 * are counted alike while typing; one table of cases (`crates/markup/src/word_cases.json`) tests
 * both.
 */

import { parseLink } from './links'

type TextRange = [start: number, end: number]

/** The delimiters of invisible text. Text after an unclosed delimiter is visible. */
const HIDDEN_PAIRS = [
  ['<!--', '-->'],
  ['/*', '*/'],
  ['/%', '%/'],
  ['{{{', '}}}'],
  ['"""', '"""'],
  ['<nowiki>', '</nowiki>'],
] as const

const SCRIPTS = [
  ['<<script', '<</script>>'],
  ['<script', '</script>'],
  ['<style', '</style>'],
] as const

/** How far to search for the end of a macro, or of a line's verbatim text. */
const MAX_MACRO_LENGTH = 2048
const NEAR = 500
/** How many unclosed macros a text may have before the search gives up on it. */
const MAX_UNCLOSED = 1000

export function readerText(text: string): string {
  const hasMarks = ['[[', '<!--', '/*', '/%', '<script', '<style', '</', '{'].some((it) =>
    text.includes(it),
  )
  if (!hasMarks && !hasMacros(text)) return text
  return linksToText(withoutMacros(withoutScripts(withoutHidden(text))))
}

function hasMacros(text: string): boolean {
  const closes = (open: string, close: string) => {
    const at = text.indexOf(open)
    return at >= 0 && text.indexOf(close, at) >= 0
  }
  const named = () =>
    text
      .split('(')
      .slice(1)
      .some((rest) => /^[A-Za-z0-9_-]{2,}:/.test(rest))
  return closes('<<', '>>') || closes('<%', '%>') || named()
}

function withoutHidden(text: string): string {
  const hidden: TextRange[] = []
  const opener = /[</`{"]/g
  /**
   * The last found position of each closing delimiter, at or after the search position; -1 if none
   * is left.
   */
  const closes = new Map<string, number>()
  for (let at = 0; ; ) {
    opener.lastIndex = at
    const start = opener.exec(text)?.index
    if (start === undefined) break
    at = start + 1
    const mark = HIDDEN_PAIRS.find(([open]) => text.startsWith(open, start))
    if (text.startsWith('<<', start)) {
      // Within a macro a backtick begins an expression.
      const end = near(text, start).indexOf('>>')
      at = start + (end < 0 ? 2 : end + 2)
    } else if (text[start] === '`') {
      const { length, end } = verbatim(text, start)
      if (end !== undefined) hidden.push([start, start + end])
      at = start + (end ?? length)
    } else if (mark) {
      const [open, close] = mark
      const from = start + open.length
      const last = closes.get(open)
      const end = last === -1 || (last ?? 0) >= from ? last : text.indexOf(close, from)
      closes.set(open, end ?? -1)
      if (end !== undefined && end >= 0) {
        at = end + close.length
        hidden.push([start, at])
      }
    }
  }
  return blankOut(text, hidden)
}

function near(text: string, start: number): string {
  return text.slice(start, start + NEAR).split('\n', 1)[0] ?? ''
}

/** Between backticks, equally many on both sides, within one line. */
function verbatim(text: string, start: number): { length: number; end?: number } {
  const run = (at: number) => /^`*/.exec(text.slice(at, at + NEAR * 4))?.[0].length ?? 0
  const length = run(start)
  const reach = near(text, start)
  const marks = '`'.repeat(length)
  let at = length
  for (;;) {
    const found = reach.indexOf(marks, at)
    if (found < 0) return { length }
    const closing = run(start + found)
    at = found + closing
    if (closing === length) return { length, end: at }
  }
}

function withoutScripts(text: string): string {
  const hidden: TextRange[] = []
  for (const [open, close] of SCRIPTS) {
    let start = text.indexOf(open)
    while (start >= 0) {
      const end = text.indexOf(close, start)
      if (end < 0) break
      hidden.push([start, end + close.length])
      start = text.indexOf(open, end + close.length)
    }
  }
  hidden.sort((one, other) => one[0] - other[0])
  return blankOut(text, hidden)
}

function blankOut(text: string, stretches: TextRange[]): string {
  return replaced(text, stretches, (it) => it.replace(/[^\n]/g, ' '))
}

/** The text with some ranges replaced; one that begins within another is ignored. */
function replaced(text: string, stretches: TextRange[], by: (gone: string) => string): string {
  let left = ''
  let at = 0
  for (const [start, end] of stretches) {
    if (start < at) continue
    left += text.slice(at, start) + by(text.slice(start, end))
    at = end
  }
  return left + text.slice(at)
}

/** The length of a construct after a mark; 'unclosed' if it has no end. */
type Found = number | 'unclosed' | undefined

function scan(text: string, mark: string, read: (at: number, rest: string) => Found): void {
  let unclosed = 0
  for (let at = text.indexOf(mark); at >= 0; ) {
    const from = at + mark.length
    const found = read(at, text.slice(from, from + MAX_MACRO_LENGTH))
    if (found === 'unclosed') unclosed += 1
    if (unclosed > MAX_UNCLOSED) return
    at = text.indexOf(mark, from + (typeof found === 'number' ? found : 0))
  }
}

function withoutMacros(text: string): string {
  const gone: TextRange[] = []
  for (const [open, close] of [
    ['<<', '>>'],
    ['<%', '%>'],
  ] as const) {
    scan(text, open, (at, rest) => {
      const end = rest.indexOf(close)
      if (end < 0) return 'unclosed'
      gone.push([at, at + open.length + end + close.length])
      return end + close.length
    })
  }
  // Values and conditions of texts that were written here; three braces are code of SugarCube.
  scan(text, '{{', (at, rest) => {
    const code = /^[^{}\n][^}\n]*\}\}|^\}\}/.exec(rest)?.[0]
    if (code === undefined) return undefined
    gone.push([at, at + 2 + code.length])
    return code.length
  })
  scan(text, '<', (at, rest) => {
    const tag = /^[A-Za-z/][^>\n]*>/.exec(rest)?.[0]
    if (tag === undefined) return undefined
    gone.push([at, at + 1 + tag.length])
    return tag.length
  })
  // Macros of Harlowe, and inserts of Chapbook.
  for (const [open, close, named] of [
    ['(', ')', /^[A-Za-z][A-Za-z0-9_-]*:/],
    ['{', '}', /^[A-Za-z][A-Za-z0-9 _-]*[:}]/],
  ] as const) {
    scan(text, open, (at, rest) => {
      if (!named.test(rest)) return undefined
      const length = closing(rest, close)
      if (length === undefined) return 'unclosed'
      gone.push([at, at + length + 2])
      return length
    })
  }
  gone.sort((one, other) => one[0] - other[0] || one[1] - other[1])
  let left = ''
  let at = 0
  for (const [start, end] of gone) {
    if (start >= at) left += text.slice(at, start)
    at = Math.max(at, end)
  }
  return left + text.slice(at)
}

/** The position of the closing mark, outside strings and brackets. */
function closing(source: string, close: string): number | undefined {
  let depth = 0
  for (let at = 0; at < source.length; at += 1) {
    const c = source[at] ?? ''
    if (c === '"' || c === "'") {
      const length = literal(source, at)
      if (length !== undefined) at += length - 1
    } else if (c === close && depth === 0) return at
    else if ('([{'.includes(c)) depth += 1
    else if (')]}'.includes(c)) depth = Math.max(0, depth - 1)
  }
  return undefined
}

/** The length of a string literal, including its quotes. */
function literal(source: string, start: number): number | undefined {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === source[start]) return at + 1 - start
  }
  return undefined
}

/** Links as their visible words; a line that contains only links is omitted. */
export function linksToText(text: string): string {
  if (!text.includes('[[')) return text
  return text
    .split(/(?<=\n)/)
    .map((line) => {
      const { words, hasLinks, hasOthers } = lineToText(line)
      if (!hasLinks || hasOthers) return words
      return line.endsWith('\n') ? '\n' : ''
    })
    .join('')
}

function lineToText(line: string) {
  const isWord = (text: string) => /[^\s\-*+>|•→]/u.test(text)
  let [words, hasLinks, hasOthers, at] = ['', false, false, 0]
  for (;;) {
    const start = line.indexOf('[[', at)
    const end = start < 0 ? -1 : line.indexOf(']]', start + 2)
    if (end < 0) break
    const link = linkIn(line.slice(start + 2, end))
    if (link === undefined) {
      hasOthers = true
      words += line.slice(at, end + 2)
    } else {
      hasLinks = true
      hasOthers ||= isWord(line.slice(at, start))
      words += line.slice(at, start) + link
    }
    at = end + 2
  }
  hasOthers ||= isWord(line.slice(at))
  return { words: words + line.slice(at), hasLinks, hasOthers }
}

/**
 * The visible words of the text between the brackets; undefined if there are none, or for another
 * site.
 */
function linkIn(content: string): string | undefined {
  const link = parseLink(content)
  return link && (link.label || link.target)
}
