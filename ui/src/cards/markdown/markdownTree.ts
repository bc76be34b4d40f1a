/**
 * Markdown that is read, parsed: GitHub's, and links to cards as `[[Title]]`. It is the
 * parser of the text editor, so it adds nothing to what the page loads.
 */

import { GFM, type InlineParser, parser } from '@lezer/markdown'

/** A link to a card, which would otherwise be read as a reference in brackets. */
const storyLink: InlineParser = {
  name: 'StoryLink',
  before: 'Link',
  parse(inline, next, at) {
    if (next !== OPEN || inline.char(at + 1) !== OPEN) return -1
    const [link] = inline.slice(at, inline.end).match(/^\[\[[^[\]\n]+\]\]/) ?? []
    return link ? inline.addElement(inline.elt('StoryLink', at, at + link.length)) : -1
  },
}

const OPEN = '['.charCodeAt(0)

const markdown = parser.configure([GFM, { defineNodes: ['StoryLink'], parseInline: [storyLink] }])

/** A place in the tree: a block, words in it, or a mark. */
export type SyntaxNode = ReturnType<typeof markdown.parse>['topNode']

export function parseMarkdown(text: string): SyntaxNode {
  return markdown.parse(text).topNode
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let it = node.firstChild; it; it = it.nextSibling) children.push(it)
  return children
}

/** An address that may be followed; what could run here or read files is none. */
export function safeAddress(written: string): string | undefined {
  const address = /^www\./i.test(written) ? `https://${written}` : written
  const mail = /^[^\s:/@]+@[^\s:/@]+$/.test(address) ? `mailto:${address}` : address
  return /^(https?|mailto):/i.test(mail) && URL.canParse(mail) ? mail : undefined
}

/** The named characters that models write; any other name stays as it is written. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
}

export function decodeEntity(written: string): string {
  const [, decimal, hex, name = ''] =
    written.match(/^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));$/i) ?? []
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
  if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '�'
  return NAMED[name] ?? written
}

/** The cells of a row by their columns; an empty cell has no node of its own. */
export function cellsOf(row: SyntaxNode): (SyntaxNode | undefined)[] {
  const cells: (SyntaxNode | undefined)[] = []
  let column = 0
  childrenOf(row).forEach((it, index) => {
    if (it.name === 'TableCell') cells[column] = it
    else if (it.name === 'TableDelimiter' && index > 0) column += 1
  })
  return Array.from(cells)
}

/** How the columns are set, from the line below the head: `:--`, `:-:`, `--:`. */
export function alignmentsOf(line: string): ('left' | 'center' | 'right' | undefined)[] {
  const columns = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
  return columns.map((it) => {
    const [left, right] = [/^\s*:/.test(it), /:\s*$/.test(it)]
    if (left && right) return 'center'
    return right ? 'right' : left ? 'left' : undefined
  })
}
