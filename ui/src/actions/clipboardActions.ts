/** Copying, cutting and pasting nodes, in this story or another, and duplicating them. */

import { type Session, useSelection } from '../document'
import {
  type ClipboardContent,
  clipboardFromText,
  MOST,
  parseClipboardFile,
  plain,
  storyFileInHtml,
  toHtml,
} from '../services/clipboardFormat'
import { reportError } from '../state/notices'
import { type ActionContext, actionContext } from './action'

/** What was copied last in this window, for where the clipboard cannot be read. */
let copied: string | undefined

export async function duplicateNodes({ session, nodes }: ActionContext): Promise<void> {
  const made = await session.data('duplicate_nodes', { nodes })
  await session.refresh()
  useSelection.getState().select(made.nodes.map((it) => it.id))
}

/** Lays nodes into the clipboard; whether they lie there, or at least in this window's memory. */
export async function copyNodes({ session, nodes }: ActionContext): Promise<boolean> {
  // The clipboard is asked for at once, while the key or the press still counts as the person's
  // wish, and filled when the nodes are read.
  const file = session
    .data('export_story', { format: 'json', nodes })
    .then((it) => it.content ?? '')
  const of = (type: string, write: (file: string, piece: ClipboardContent) => string) =>
    file.then((it) => {
      const piece = parseClipboardFile(it)
      return new Blob([piece && it.length <= MOST ? write(it, piece) : ''], { type })
    })
  const laid = Promise.resolve()
    .then(() =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': of('text/html', toHtml),
          'text/plain': of('text/plain', (_, piece) => plain(piece)),
        }),
      ]),
    )
    .catch(() => undefined)
  const content = await file
  if (content.length > MOST) {
    reportError('app-copy-too-large')
    return false
  }
  copied = content
  await laid
  return true
}

export async function cutNodes(cx: ActionContext): Promise<void> {
  const { session, nodes } = cx
  if (await copyNodes(cx)) await session.data('remove_nodes', { nodes })
}

/** Puts down what is in the clipboard, for those who paste by a menu. */
export async function pasteNodes(cx: ActionContext): Promise<void> {
  const items = await Promise.resolve()
    .then(() => navigator.clipboard.read())
    .catch(() => undefined)
  const read = async (type: string) => {
    const item = items?.find((it) => it.types.includes(type))
    return item ? (await item.getType(type)).text() : ''
  }
  const [html, text] = [await read('text/html'), await read('text/plain')]
  if (await paste(cx, html, text)) return
  if (items === undefined && copied !== undefined) await insertNodes(cx, copied)
  else reportError(items === undefined ? 'app-paste-by-keys' : 'app-paste-nothing')
}

/** Takes what is pasted over the story; whether there was something to take. */
export function pasteFromClipboard(session: Session, data: DataTransfer | null): boolean {
  const [html, text] = [data?.getData('text/html') ?? '', data?.getData('text/plain') ?? '']
  if (storyFileInHtml(html) === undefined && text.trim() === '') return false
  void paste(actionContext(session), html, text).catch(reportError)
  return true
}

async function paste(cx: ActionContext, html: string, text: string): Promise<boolean> {
  const file = storyFileInHtml(html)
  const piece = file === undefined ? clipboardFromText(text) : parseClipboardFile(file)
  if (!piece) return false
  await insertNodes(cx, file ?? JSON.stringify(piece))
  return true
}

/** Adds a file's nodes where the pointer is or the view's middle, as one step, and selects them. */
async function insertNodes({ session, map }: ActionContext, content: string): Promise<void> {
  const { mirror } = session
  const before = new Set(mirror.nodes.keys())
  const places = parseClipboardFile(content)?.nodes.map((it) => it.layout) ?? []
  const place = map ? clearOf(map.pasteAt(places), session) : {}
  await session.data('import_story', { content, format: 'json', new_titles: true, ...place })
  await session.refresh()
  const added = [...mirror.nodes.values()].filter((it) => !before.has(it.id))
  const held = new Set(added.map((it) => it.id))
  const tops = added.filter((it) => it.parent === undefined || !held.has(it.parent))
  useSelection.getState().select(tops.map((it) => it.id))
}

/** How far beside another card one is put that would cover it, in map units. */
const BESIDE = 24

/** A place at which no card begins: one that is exactly covered would seem to be gone. */
function clearOf<T extends { x: number; y: number }>(place: T, { mirror }: Session): T {
  const corners = new Set([...mirror.nodes.values()].map((it) => `${it.x} ${it.y}`))
  let { x, y } = place
  while (corners.has(`${x} ${y}`)) {
    x += BESIDE
    y += BESIDE
  }
  return { ...place, x, y }
}
