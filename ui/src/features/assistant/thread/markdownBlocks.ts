/** The little Markdown that an assistant writes, read into blocks. Nothing in it can load anything. */

export type Span = { kind: 'plain' | 'strong' | 'em' | 'code'; text: string }

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'bullets' | 'numbers'; items: Span[][] }

const SPAN =
  /(`+)([\s\S]+?)\1|\*\*([^\s*](?:[^*]*[^\s*])?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\b_([^\s_](?:[^_]*[^\s_])?)_\b|!?\[([^\]]*)\]\([^)\s]*\)/g

/** Markdown with their emphasis; a link or picture is its words alone. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  const add = (kind: Span['kind'], words: string) => words && spans.push({ kind, text: words })
  for (const found of text.matchAll(SPAN)) {
    add('plain', text.slice(end, found.index))
    const [whole, , code, strong, starred, lined, linked] = found
    if (code !== undefined) add('code', code)
    else if (strong !== undefined) add('strong', strong)
    else if (linked !== undefined) add('plain', linked)
    else add('em', starred ?? lined ?? '')
    end = found.index + whole.length
  }
  add('plain', text.slice(end))
  return spans
}

const BULLET = /^\s*[-*+•]\s+/
const NUMBER = /^\s*\d+[.)、]\s*/
const FENCE = /^\s*```/

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (FENCE.test(line)) {
      const close = lines.findIndex((it, index) => index > at && FENCE.test(it))
      const end = close < 0 ? lines.length : close
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end + 1
    } else {
      if (line.trim()) addLine(blocks, line, at > 0 && Boolean(lines[at - 1]?.trim()))
      at += 1
    }
  }
  return blocks
}

/** Adds a line: to the block before it where it goes on with that, else as a block of its own. */
function addLine(blocks: Block[], line: string, follows: boolean): void {
  const mark = [BULLET, NUMBER].findIndex((it) => it.test(line))
  const last = blocks.at(-1)
  if (mark >= 0) {
    const kind = mark === 0 ? 'bullets' : 'numbers'
    const item = spansOf(line.replace(mark === 0 ? BULLET : NUMBER, ''))
    if (last?.kind === kind) last.items.push(item)
    else blocks.push({ kind, items: [item] })
  } else if (/^#{1,6}\s/.test(line)) {
    blocks.push({ kind: 'heading', spans: spansOf(line.replace(/^#+\s+/, '')) })
  } else if (/^>\s?/.test(line)) {
    blocks.push({ kind: 'quote', spans: spansOf(line.replace(/^>\s?/, '')) })
  } else if (follows && last?.kind === 'paragraph') {
    last.spans.push(...spansOf(`\n${line}`))
  } else {
    blocks.push({ kind: 'paragraph', spans: spansOf(line) })
  }
}
