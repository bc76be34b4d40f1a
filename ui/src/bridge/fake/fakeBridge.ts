/**
 * A bridge without a program, for tests and for work on the window: a story in memory, the tools
 * that the window calls, undo and redo, and the resulting events. Never part of a release.
 */

import type { DataChanged } from '../../generated/tools'
import { countWords } from '../../notation'
import type { Bridge } from '../bridge'
import type { Answer, Call, StoryEvent } from '../wire'
import { fakeExamineTools } from './fakeChecks'
import { fakeNodeTools } from './fakeNode'
import { type FakeStory, generatedStory, smallStory } from './fakeStory'
import { FakeError, type FakeTool, fakeTools } from './fakeTools'

export { fakeNodeTools } from './fakeNode'
export {
  type FakeEdge,
  type FakeNode,
  type FakeStory,
  generatedStory,
  smallStory,
} from './fakeStory'
export { type FakeCall, FakeError, type FakeTool } from './fakeTools'

/** Events of any kind without their number, which the bridge gives. */
type WithoutSequence<T> = T extends { sequence: number } ? Omit<T, 'sequence'> : never

interface Step {
  name: string
  /** Of the change it made. */
  number: number
  before: FakeStory
  after: FakeStory
}

const KINDS = {
  scene: { capabilities: ['text', 'image'] },
  character: { capabilities: ['kv', 'text', 'image'] },
  place: { capabilities: ['kv', 'text', 'image'] },
  note: { capabilities: ['text'] },
  group: { capabilities: [] },
}

export class FakeBridge implements Bridge {
  readonly origin = 'window/fake'
  /** All calls, in order. */
  readonly calls: Call[] = []
  story: FakeStory
  number = 1
  readonly #tools: Record<string, FakeTool>
  /** Tools for the story's whole history, which only the bridge knows. */
  readonly #own: Record<string, FakeTool> = {
    read_map: ({ args }) => this.#reading(args.since),
    undo: () => this.#step(this.#done, this.#undone, 'before'),
    redo: () => this.#step(this.#undone, this.#done, 'after'),
    list_steps: () => {
      const steps = this.#steps()
      return { count: steps.length, steps }
    },
    story_history: () => ({ count: this.#history.length, changes: [...this.#history] }),
  }
  readonly #listeners = new Set<(event: StoryEvent) => void>()
  readonly #log: { number: number; nodes: string[]; edges: string[] }[] = []
  #done: Step[] = []
  #undone: Step[] = []
  /** Every change, newest first, as `story_history` returns it. */
  readonly #history: Record<string, unknown>[] = []
  #sequence = 0

  /** `tools` adds to or replaces the tools of the fake program. */
  constructor(story: FakeStory = smallStory(), tools: Record<string, FakeTool> = {}) {
    this.story = story
    this.#tools = { ...fakeTools, ...fakeNodeTools(), ...fakeExamineTools, ...tools }
  }

  async call(call: Call): Promise<Answer> {
    this.calls.push(call)
    const answer = { tool_name: call.name, tool_call_id: '', tool_call_args: call.args }
    try {
      const data = this.#perform(call)
      return { ...answer, status: 'success', result: { module: '', method: '', data } }
    } catch (fault) {
      if (!(fault instanceof FakeError)) throw fault
      const { code, message, hint } = fault
      const error = { code, message, ...(hint === undefined ? {} : { hint }) }
      return { ...answer, status: 'failure', error }
    }
  }

  subscribe(listener: (event: StoryEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  assetUrl(hash: string): string {
    return painted(hash)
  }

  /** Sends an event to every listener, as the program would. */
  emit(event: WithoutSequence<StoryEvent>): void {
    this.#sequence += 1
    const numbered = { ...event, sequence: this.#sequence } as StoryEvent
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Calls a tool as another window or the assistant would. */
  async callAs(kind: 'person' | 'assistant' | 'program', call: Call): Promise<void> {
    this.#perform(call, kind)
  }

  #perform(call: Call, kind: 'person' | 'assistant' | 'program' = 'person'): unknown {
    const tool = this.#tools[call.name]
    const own = tool ? undefined : this.#own[call.name]
    if (own) return own({ args: call.args, story: this.story, node: call.node })
    if (!tool) throw new FakeError('UNKNOWN_ACTION', `there is no tool ${call.name}`)
    const before = this.story
    const story = copied(before)
    const data = tool({ args: call.args, story, node: call.node })
    if (this.#adopt(story, kind, 'edit', call.name)) {
      this.#done.push({ number: this.number, name: call.name, before, after: story })
      this.#undone = []
    }
    return data
  }

  #steps() {
    const toEntry = (undone: boolean) => (it: Step) => {
      return { changes: [it.number], reasons: [it.name], undone }
    }
    return [...this.#undone.map(toEntry(true)), ...this.#done.map(toEntry(false)).reverse()]
  }

  #step(from: Step[], to: Step[], side: 'before' | 'after') {
    const step = from.pop()
    if (!step) throw new FakeError('NOT_FOUND', 'there is nothing to take back or do again')
    to.push(step)
    this.#adopt(step[side], 'person', side === 'before' ? 'undo' : 'redo', step.name)
    return { count: 1, [side === 'before' ? 'undone' : 'redone']: [step.name] }
  }

  /** Makes a story the current one; returns whether it differs. */
  #adopt(
    story: FakeStory,
    kind: 'person' | 'assistant' | 'program',
    deed: 'edit' | 'undo' | 'redo',
    reason: string,
  ): boolean {
    const nodes = differing(this.story.nodes, story.nodes)
    const edges = differing(this.story.edges, story.edges)
    const record = ({ title, start, tagColors, wordGoal }: FakeStory) =>
      JSON.stringify([title, start, tagColors, wordGoal])
    const isSame = record(story) === record(this.story)
    if (nodes.length + edges.length === 0 && isSame) return false
    this.story = story
    this.number += 1
    this.#log.push({ number: this.number, nodes, edges })
    const author = { kind, name: kind }
    const touched = nodes.map((id) => {
      const { title } = story.nodes.get(id) ?? { title: id }
      return { node: { id, title }, what: title, capability: 'node', before: 1, after: 2 }
    })
    const time = new Date().toISOString()
    this.#history.unshift({ number: this.number, kind: deed, author, reason, time, touched })
    const origin = kind === 'person' ? this.origin : null
    queueMicrotask(() =>
      this.emit(dataChanged({ number: this.number, kind: deed, author, origin, reason, nodes })),
    )
    return true
  }

  #reading(since: unknown) {
    const whole = typeof since !== 'number'
    const fresh = whole ? [] : this.#log.filter((it) => it.number > since)
    const nodes = whole ? [...this.story.nodes.keys()] : fresh.flatMap((it) => it.nodes)
    const edges = whole ? [...this.story.edges.keys()] : fresh.flatMap((it) => it.edges)
    return {
      number: this.number,
      whole,
      story: {
        id: 'fake',
        title: this.story.title,
        start: this.story.start,
        ...(this.story.tagColors ? { tag_colors: this.story.tagColors } : {}),
        ...(this.story.wordGoal ? { word_goal: this.story.wordGoal } : {}),
      },
      kinds: { ...KINDS, ...this.story.kinds },
      ...parted(this.story.nodes, nodes, 'nodes', card),
      ...parted(this.story.edges, edges, 'edges', (it) => it),
    }
  }
}

/** The names of all tools that the fake program has. */
export function fakeToolNames(): string[] {
  const own = ['read_map', 'undo', 'redo', 'list_steps', 'story_history']
  const tools = { ...fakeTools, ...fakeNodeTools(), ...fakeExamineTools }
  return [...Object.keys(tools), ...own]
}

/**
 * The bridge selected by the address: `?fake` for the small story, `?fake=10000` for a large one.
 */
export function fakeBridge(size: string): FakeBridge {
  const count = Number.parseInt(size, 10)
  return new FakeBridge(Number.isNaN(count) ? smallStory() : generatedStory(count))
}

function copied(story: FakeStory): FakeStory {
  return { ...story, nodes: new Map(story.nodes), edges: new Map(story.edges) }
}

function differing<T>(old: Map<string, T>, next: Map<string, T>): string[] {
  const changed = [...next].filter(([id, it]) => old.get(id) !== it).map(([id]) => id)
  return [...changed, ...[...old.keys()].filter((id) => !next.has(id))]
}

/** The ids that exist, as `name`, and those that were removed, as `removed_name`. */
function parted<T, U>(all: Map<string, T>, ids: string[], name: string, shown: (it: T) => U) {
  const present: U[] = []
  const removed: string[] = []
  for (const id of new Set(ids)) {
    const it = all.get(id)
    if (it === undefined) removed.push(id)
    else present.push(shown(it))
  }
  return { [name]: present, [`removed_${name}`]: removed }
}

function card({
  text,
  items,
  ...node
}: FakeStory['nodes'] extends Map<string, infer T> ? T : never) {
  const attributes = items.map((it) => `${it.k}: ${it.v}`).join(' · ')
  const capabilities = [
    ...(items.length > 0 ? ['kv'] : []),
    ...(text ? ['text'] : []),
    ...(node.image ? ['image'] : []),
  ]
  const excerpt = (text || attributes).slice(0, 180)
  return { ...node, excerpt, words: countWords(text), capabilities }
}

/** A small landscape whose colors are derived from the name; empty without a canvas. */
function painted(name: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 300
  const context = canvas.getContext('2d')
  if (!context) return ''
  const hue = [...name].reduce((sum, it) => sum + (it.codePointAt(0) ?? 0) * 7, 0) % 360
  for (let band = 0; band < 6; band++) {
    context.fillStyle = `hsl(${hue + band * 9} 38% ${82 - band * 12}%)`
    context.beginPath()
    context.ellipse(80 + band * 70, 130 + band * 44, 420, 100 + band * 8, 0, 0, Math.PI * 2)
    if (band === 0) context.rect(0, 0, 480, 300)
    context.fill()
  }
  return canvas.toDataURL('image/png')
}

/** `data:changed`, with what is of no importance filled in. */
export function dataChanged(part: Partial<DataChanged> & Pick<DataChanged, 'number'>): DataChanged {
  const { nodes = [] } = part
  return {
    type: 'data:changed',
    commit: `commit-${part.number}`,
    kind: 'edit',
    author: { kind: 'person', name: 'person' },
    origin: null,
    turn: null,
    draft: null,
    reason: '',
    nodes,
    changed: nodes.map((node) => ({ node, capability: 'node', version: null })),
    ...part,
  }
}
