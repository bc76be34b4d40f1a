/** The check, statistics and paths of the fake program, simplified. */

import type { FakeCall, FakeTool } from './fakeTools'
import { FakeError, nodeOf } from './fakeTools'

const PAGES = new Set(['scene'])

function exits(call: FakeCall, node: string) {
  const edges = [...call.story.edges.values()].filter((it) => it.from === node)
  return edges.sort((a, b) => a.order - b.order)
}

const named = (call: FakeCall, id: string) => ({
  id,
  title: call.story.nodes.get(id)?.title ?? '',
})

/** Everything that can be reached from the start. */
function reached(call: FakeCall): Set<string> {
  const found = new Set<string>(call.story.start ? [call.story.start] : [])
  for (const node of found) for (const edge of exits(call, node)) found.add(edge.to)
  return found
}

function check(call: FakeCall) {
  const seen = reached(call)
  const pages = [...call.story.nodes.values()].filter((it) => PAGES.has(it.kind))
  const finding = (kind: string, parts: object, message: string, id: string, fix: object) => ({
    kind,
    severity: 'warning',
    breaks_reading: false,
    parts,
    message,
    why: '',
    nodes: [named(call, id)],
    node_count: 1,
    fix,
  })
  const lost = pages
    .filter((it) => !seen.has(it.id))
    .map((it) =>
      finding(
        'unreachable',
        { title: it.title, behind: 0 },
        `Readers can’t reach “${it.title}”.`,
        it.id,
        {
          title: `Link from “${named(call, call.story.start ?? '').title}”`,
          kind: 'link_from',
          parts: { title: named(call, call.story.start ?? '').title },
          name: 'link_nodes',
          arguments: { from: call.story.start, to: it.id },
        },
      ),
    )
  const ends = pages
    .filter((it) => seen.has(it.id) && exits(call, it.id).length === 0)
    .map((it) =>
      finding(
        'dead_end',
        { title: it.title },
        `“${it.title}” has no choices and isn’t marked as an ending.`,
        it.id,
        {
          title: `Mark “${it.title}” as an ending`,
          kind: 'mark_ending',
          parts: { title: it.title },
          name: 'set_ending',
          arguments: { node: it.id },
        },
      ),
    )
  const findings = [...lost, ...ends]
  const count = findings.length
  const counts = { errors: 0, warnings: count, notes: 0, hints: 0 }
  return {
    number: 0,
    count,
    ...counts,
    pages: pages.length,
    reached: seen.size,
    computed: 0,
    findings,
  }
}

function play(call: FakeCall) {
  const from = call.args.from === undefined ? call.story.start : nodeOf(call, call.args.from).id
  if (!from) throw new FakeError('NOT_FOUND', 'the story has no start', 'name a node')
  const steps = (call.args.steps as string[] | undefined) ?? []
  const path = [from]
  const variables: Record<string, unknown> = {}
  const made: string[] = []
  let stopped: { step: number; why: string } | undefined
  for (const step of steps) {
    const [name, value] = step.split(' = ')
    const edge = exits(call, path.at(-1) ?? from).find((it) => it.id === step)
    if (edge) path.push(edge.to)
    else if (name && value !== undefined) variables[name] = JSON.parse(value)
    else {
      stopped = { step: made.length + 1, why: 'the choice is no longer there' }
      break
    }
    made.push(step)
  }
  const at = path.at(-1) ?? from
  const node = nodeOf(call, at)
  const choices = exits(call, at).map((it) => ({
    step: it.id,
    edge: it.id,
    label: it.label,
    to: named(call, it.to),
    open: true,
  }))
  return {
    from: named(call, from),
    node: named(call, at),
    kind: node.kind,
    text: node.text,
    ending: false,
    over: choices.length === 0,
    choices,
    variables,
    steps: made,
    path: path.map((it) => named(call, it)),
    visited: [...new Set(path)].map((it) => ({
      node: it,
      title: nodeOf(call, it).title,
      count: path.filter((other) => other === it).length,
    })),
    ...(stopped ? { stopped } : {}),
  }
}

export const fakeExamineTools: Record<string, FakeTool> = {
  check_story: check,
  play_story: play,
}
