/** Example requests for the current story, with existing names, so that each works. Pure. */

import type { Mirror, NodeCard } from '../../../document'

interface Example {
  key: 'rename' | 'portrait' | 'attributes' | 'after' | 'scene' | 'character'
  title?: string
}

/** Examples about the focused node or the first of its kind; where there is none, how to make one. */
export function examplesFor(mirror: Mirror, focused: string | undefined): Example[] {
  const nodes = [...mirror.nodes.values()].filter((it) => it.kind !== 'group')
  const chosen = nodes.find((it) => it.id === focused)
  const person = chosen?.kind === 'character' ? chosen : named(nodes, 'character')
  const start = mirror.nodes.get(mirror.story.start ?? '')
  const scene = chosen?.kind === 'scene' ? chosen : (start ?? named(nodes, 'scene'))
  const about = (key: Example['key'], node: NodeCard) => ({ key, title: node.title })
  return [
    ...(person ? [about('rename', person)] : [{ key: 'character' as const }]),
    scene ? about('after', scene) : { key: 'scene' },
    ...(person ? [about('portrait', person), about('attributes', person)] : []),
  ]
}

/** The first node of a kind whose title is its own, so that naming it leaves no question. */
function named(nodes: readonly NodeCard[], kind: string): NodeCard | undefined {
  const same = (it: NodeCard) => nodes.filter((other) => other.title === it.title).length === 1
  return nodes.find((it) => it.kind === kind && it.title !== '' && same(it))
}
