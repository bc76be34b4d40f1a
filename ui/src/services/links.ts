/** Links identified by their labels, and changes that create or reverse them. */

import type { LinkCard, Session } from '../document'

/** Tells a link from others between the same two nodes; a plain one by its empty label. */
export function linkNamed({ from, to, label }: LinkCard) {
  return { from, to, label }
}

/** Puts a new node into a link: the link leads to it, and from it a plain one to where it led. */
export async function insertIntoLink(
  session: Session,
  { from, to, label }: LinkCard,
  node: { title: string; x: number; y: number; group?: string },
): Promise<string> {
  const made = await session.data('create_node', { ...node, after: from, before: to, label })
  await session.refresh()
  return made.node.id
}

/** Turns a link around, with its label, condition and effect; returns its id. */
export async function reverseLink(session: Session, link: LinkCard): Promise<string> {
  const { edge } = await session.data('update_link', { ...linkNamed(link), reverse: true })
  await session.refresh()
  return edge
}
