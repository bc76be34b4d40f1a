/**
 * Links to other nodes in prose: `[[Kitchen]]`, `[[go in->Kitchen]]`, `[[Kitchen<-go in]]` and
 * `[[go in|Kitchen]]`, parsed as in the program. Pure.
 */

import { macrosIn, type Span } from './macros'

interface Parts {
  /** The visible words; empty if they are the target's own title. */
  label: string
  /** The title of its target. */
  target: string
}

/** A link with the positions of its target and label in the text. */
export interface StoryLink extends Span, Parts {
  /** The position of the visible words. */
  shown: Span
}

/** The text between the brackets; undefined if it names no node, or another site. */
export function parseLink(content: string): Parts | undefined {
  // What follows is a setter: `[[Kitchen][$light to 1]]`.
  const link = content.split('][', 1)[0] ?? ''
  const parted = (at: number, length: number): [string, string] | undefined =>
    at < 0 ? undefined : [link.slice(0, at), link.slice(at + length)]
  const right = parted(link.lastIndexOf('->'), 2)
  const left = parted(link.indexOf('<-'), 2)
  const bar = parted(link.lastIndexOf('|'), 1)
  const all = [right, left && ([left[1], left[0]] as [string, string]), bar]
  const found = all.find((it) => it !== undefined && it[1].trim() !== '') ?? ['', link]
  const [label, target] = [found[0].trim(), found[1].trim()]
  const isExternal = /^[A-Za-z0-9_]+:\/\/\/*[\p{Alphabetic}\p{N}]/u.test(target)
  return target === '' || isExternal ? undefined : { label, target }
}

/** The links of a text that name a node, without those whose target is computed in play. */
export function storyLinksIn(text: string, macros: readonly Span[] = macrosIn(text)): StoryLink[] {
  return macros.flatMap(({ from, to }) => {
    if (!text.startsWith('[[', from)) return []
    const content = text.slice(from + 2, to - 2)
    const parts = content.includes('\n') ? undefined : parseLink(content)
    if (!parts || isExpression(parts.target)) return []
    const words = parts.label || parts.target
    const after = parts.label !== '' && content.includes('<-') && !content.includes('->')
    const at =
      from + 2 + (after ? content.indexOf(words, content.indexOf('<-')) : content.indexOf(words))
    return [{ from, to, ...parts, shown: { from: at, to: at + words.length } }]
  })
}

/** Whether a name is an expression of a story format rather than a title. */
function isExpression(name: string): boolean {
  return (
    /^[$_][\p{Alphabetic}_]/u.test(name) ||
    /^[`"']|^setup\./.test(name) ||
    name.includes('<%') ||
    (name.startsWith('(') && name.endsWith(')') && name.includes(':')) ||
    name.split(/\s+/).includes('+')
  )
}
