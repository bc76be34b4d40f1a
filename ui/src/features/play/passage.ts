/** The text of a node as a reader sees it: paragraphs, with the marks of links taken away. */

/** What stands between the brackets, as words. */
function words(content: string): string {
  const link = content.split('][')[0] ?? ''
  const right = link.lastIndexOf('->')
  if (right >= 0) return link.slice(0, right)
  const left = link.indexOf('<-')
  if (left >= 0) return link.slice(left + 2)
  return link.split('|')[0] ?? link
}

export interface Paragraph {
  kind: 'text' | 'heading'
  spans: { text: string; strong?: true; em?: true }[]
}

export function paragraphs(text: string): Paragraph[] {
  const plain = text.replace(/\[\[([^\]\n]+)\]\]/g, (_, content: string) => words(content).trim())
  const blocks = plain.split(/\n\s*\n/).filter((it) => it.trim() !== '')
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
