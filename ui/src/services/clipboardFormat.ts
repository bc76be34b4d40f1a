/**
 * Nodes in the system's clipboard: as text with headings, which any program accepts, as the same in
 * formatted text, and inside that as a file of the story's own format
 * (`docs/formats/story.schema.json`) for other windows. Knows no story and calls nothing.
 */

/** What a file of the story's own format says it is. */
const FORMAT = 'storyteller-story'

/** As much of the story's own format as is looked at here; the program looks at the rest. */
export interface ClipboardContent {
  format: typeof FORMAT
  version: 1
  id: string
  title: string
  nodes: ClipboardNode[]
  edges: unknown[]
}

export interface ClipboardNode {
  id: string
  title: string
  kind: string
  layout: { x: number; y: number; width?: number; height?: number; parent?: string }
  data?: { text?: { text?: string } }
}

/** More than this is not laid into a clipboard, in characters: the program would not take it back. */
export const MOST = 60_000_000

const MARK = 'data-storyteller'

/** A piece as the clipboard's formatted text, its own format within. */
export function toHtml(file: string, piece: ClipboardContent): string {
  const nodes = piece.nodes.map((it) => {
    const paragraphs = proseOf(it).split(/\n{2,}/)
    const prose = paragraphs.map((words) => words && `<p>${escaped(words)}</p>`)
    return `<h2>${escaped(it.title)}</h2>${prose.join('')}`
  })
  return `<div ${MARK}="${toBase64(file)}">${nodes.join('')}</div>`
}

/** A piece as plain text. */
export function plain(piece: ClipboardContent): string {
  const nodes = piece.nodes.map((it) => [`# ${it.title}`, proseOf(it).trim()].filter(Boolean))
  return nodes.map((it) => it.join('\n\n')).join('\n\n')
}

/** The file in what was pasted, if a window of ours laid one in. */
export function storyFileInHtml(html: string): string | undefined {
  const [, found] = new RegExp(`${MARK}="([A-Za-z0-9+/=]+)"`).exec(html) ?? []
  return found === undefined ? undefined : fromBase64(found)
}

/** A file as far as it is looked at here; nothing if it is none of ours. */
export function parseClipboardFile(file: string): ClipboardContent | undefined {
  try {
    const read: unknown = JSON.parse(file)
    const { format, nodes } = (read ?? {}) as Partial<ClipboardContent>
    return format === FORMAT && Array.isArray(nodes) ? (read as ClipboardContent) : undefined
  } catch {
    return undefined
  }
}

/** The longest title made of a line of text, in characters. */
const TITLE = 80
const BELOW = 180

/**
 * A piece of text from elsewhere: one node for each of its topmost headings, else one for all of it,
 * called by its first line.
 */
export function clipboardFromText(text: string): ClipboardContent | undefined {
  const words = text.replace(/\r\n?/g, '\n').trim()
  if (words === '') return undefined
  const nodes = parts(words).map(({ title, prose }, at): ClipboardNode => {
    const node = { id: crypto.randomUUID(), title, kind: 'scene', layout: { x: 0, y: at * BELOW } }
    return prose === '' ? node : { ...node, data: { text: { text: prose } } }
  })
  return { format: FORMAT, version: 1, id: crypto.randomUUID(), title: '', nodes, edges: [] }
}

function parts(words: string): { title: string; prose: string }[] {
  const [marks] = /^#{1,6}(?= )/.exec(words) ?? []
  if (marks !== undefined) {
    const begins = new RegExp(`^${marks} `, 'm')
    const sections = words.split(new RegExp(begins, 'gm')).filter((it) => it.trim() !== '')
    return sections.map(split)
  }
  return [split(words)]
}

/** The first line as the title; a long one stays in the text too. */
function split(words: string): { title: string; prose: string } {
  const [first = ''] = words.split('\n', 1)
  const line = first.replace(/\p{Cc}+/gu, ' ').trim()
  if ([...line].length <= TITLE) return { title: line, prose: words.slice(first.length).trim() }
  const cut = [...line].slice(0, TITLE).join('')
  const whole = cut.replace(/\s+\S*$/, '')
  return { title: `${whole}…`, prose: words }
}

function proseOf(node: ClipboardNode): string {
  return node.data?.text?.text ?? ''
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (it) => `&#${it.codePointAt(0)};`).replaceAll('\n', '<br>')
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

function fromBase64(text: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(text), (it) => it.codePointAt(0) ?? 0),
    )
  } catch {
    return undefined
  }
}
