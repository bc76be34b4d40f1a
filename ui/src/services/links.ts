/** Links changed in ways that take more than one call. Nothing is removed before what replaces it is there. */

import type { LinkCard, Session } from '../document'

/** Tells a link from others between the same two nodes; a plain one by its empty label. */
export function linkNamed({ from, to, label }: LinkCard) {
  return { from, to, label }
}

/** Puts a new node into a link: the link leads to it, and from it a plain one to where it led. */
export async function insertIntoLink(
  session: Session,
  link: LinkCard,
  node: { title: string; x: number; y: number; group?: string },
): Promise<string> {
  const made = await session.data('create_node', node)
  const { id } = made.node
  await session.data('update_link', { ...linkNamed(link), new_to: id })
  await session.data('link_nodes', { from: id, to: link.to })
  await session.refresh()
  return id
}

/** Turns a link around, with its label, condition and effect; returns its id from now on. */
export async function reverseLink(session: Session, link: LinkCard): Promise<string | undefined> {
  const { from, to, label, condition, effect, once } = link
  const before = new Set(session.mirror.edges.keys())
  await session.data('link_nodes', {
    from: to,
    to: from,
    ...(label ? { label } : {}),
    ...(condition ? { condition } : {}),
    ...(effect ? { effect } : {}),
    ...(once ? { once } : {}),
  })
  await session.data('remove_link', linkNamed(link))
  await session.refresh()
  return session.mirror.edgesFrom(to).find((it) => it.to === from && !before.has(it.id))?.id
}
