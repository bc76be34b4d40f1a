/** Saves an inline edit of the map: one call each. */

import { isTyping } from '../../../actions'
import { type Session, useSelection } from '../../../document'
import { insertIntoLink, renameNode } from '../../../services'
import { openPage } from '../../../state'
import type { InlineEdit } from './inlineEdit'

/** What the field holds at first. */
export function initialText(asking: InlineEdit, { mirror }: Session): string {
  if (asking.kind === 'rename') return mirror.nodes.get(asking.node)?.title ?? ''
  if (asking.kind === 'relabel') return mirror.edges.get(asking.edge)?.label ?? ''
  return ''
}

/** What was written: the title or the label asked for, and the label of the link to a new node. */
export interface InlineAnswer {
  text: string
  choice?: string
}

/** Makes the call an answer stands for; an empty title asks for nothing. */
export async function saveInlineEdit(
  asking: InlineEdit,
  { text, choice = '' }: InlineAnswer,
  session: Session,
): Promise<void> {
  const words = text.trim()
  if (asking.kind === 'create')
    await create(asking, { title: words, label: choice.trim() }, session)
  else if (asking.kind === 'insert') await insert(asking, words, session)
  else if (asking.kind === 'rename') await renameNode(session, asking.node, words)
  else if (asking.kind === 'label') {
    const { from, to } = asking
    await session.data('link_nodes', { from, to, ...(words ? { label: words } : {}) })
  } else await relabel(asking.edge, words, session)
}

async function create(
  { at, from, group, nodeKind }: Extract<InlineEdit, { kind: 'create' }>,
  { title, label }: { title: string; label: string },
  session: Session,
): Promise<void> {
  if (!title) return
  const made = await session.data('create_node', {
    title,
    ...(nodeKind === undefined ? {} : { kind: nodeKind }),
    ...(from === undefined ? {} : { after: from }),
    ...(from === undefined || !label ? {} : { label }),
    x: Math.round(at.x),
    y: Math.round(at.y),
    ...(group === undefined ? {} : { group }),
  })
  await session.refresh()
  useSelection.getState().select([made.node.id])
  // A new scene is there to be written; whoever is writing elsewhere by now is left alone.
  if (nodeKind === undefined && !isTyping(document.activeElement)) openPage(made.node.id)
}

async function insert(
  { edge, at, group }: Extract<InlineEdit, { kind: 'insert' }>,
  title: string,
  session: Session,
): Promise<void> {
  const link = session.mirror.edges.get(edge)
  if (!title || !link) return
  const place = { x: Math.round(at.x), y: Math.round(at.y) }
  const node = { title, ...place, ...(group === undefined ? {} : { group }) }
  useSelection.getState().select([await insertIntoLink(session, link, node)])
}

async function relabel(id: string, label: string, session: Session): Promise<void> {
  const edge = session.mirror.edges.get(id)
  if (!edge || edge.label === label) return
  // Beside a labeled link a plain one is distinguished by its empty label.
  const { from, to, label: old } = edge
  await session.data('update_link', { from, to, label: old, new_label: label })
}
