/**
 * The text of a node as a reader sees it: paragraphs, links as their words. A line of links alone is
 * left out: they stand below as choices.
 */

import { linksToText } from '../../notation'

export interface Paragraph {
  kind: 'text' | 'heading'
  spans: { text: string; strong?: true; em?: true }[]
}

export function paragraphs(text: string): Paragraph[] {
  const blocks = linksToText(text)
    .split(/\n\s*\n/)
    .filter((it) => it.trim() !== '')
  return blocks.map((block) => {
    const heading = /^#{1,6}\s+/.exec(block)
    const body = heading ? block.slice(heading[0].length) : block
    return { kind: heading ? 'heading' : 'text', spans: spans(body.trim()) }
  })
}

function spans(text: string): Paragraph['spans'] {
  const found: Paragraph['spans'] = []
  let at = 0
  for (const match of text.matchAll(/\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_/g)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index) })
    const [whole, strong, star, line] = match
    if (strong !== undefined) found.push({ text: strong, strong: true })
    else found.push({ text: star ?? line ?? whole, em: true })
    at = match.index + whole.length
  }
  if (at < text.length) found.push({ text: text.slice(at) })
  return found
}
