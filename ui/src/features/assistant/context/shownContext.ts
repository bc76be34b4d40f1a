/** What a model was shown, parsed defensively from `show_context`. */

import type { ErrorReport, Sizes } from '../../../bridge'
import { rows, toLine } from '../calls/resultFields'

export type ContextPart = 'system' | 'tools' | 'story' | 'memory' | 'messages'

/** The parts in the order they are sent. */
export const CONTEXT_PARTS: readonly ContextPart[] = [
  'system',
  'tools',
  'story',
  'memory',
  'messages',
]

export type ContextChoice = 'pin' | 'exclude' | 'auto'

export interface StoryPiece {
  key: string
  /** None for what is not a node, such as the way to the open one. */
  node: string | undefined
  title: string
  reason: string
  tokens: number
  /** False where it did not fit, or was not asked about. */
  shown: boolean
  text: string
  how: ContextChoice
}

/** A resource of a plugin: one that could be shown, or was. */
export interface ResourcePiece {
  server: string
  uri: string
  title: string
  /** Whether it is always included from now on. */
  pinned: boolean
  tokens: number
  /** As it was shown; empty where it was not. */
  text: string
  /** False where it was read and did not fit. */
  shown: boolean
  /** Why it could not be read although it is pinned. */
  missing: ErrorReport | undefined
}

export interface ShownText {
  key: string
  /** A tool's name, or who speaks. */
  name: string
  tokens: number | undefined
  text: string
}

export interface ShownContext {
  thread: string
  turn: string
  model: string
  strategy: string
  sizes: Sizes
  system: string
  memory: string
  tools: ShownText[]
  messages: ShownText[]
  story: StoryPiece[]
  /** The resources of plugins that are pinned, or were shown. */
  resources: ResourcePiece[]
  /** None where there was and is nothing to do. */
  background: Background | undefined
}

/** What keeping a memory took in a conversation so far, in tokens of the light model. */
export interface Background {
  asked: number
  input: number
  cached: number
  output: number
  /** Whether some of it is an estimate. */
  estimated: boolean
  /** Why the newest of it is still to be done. */
  waiting: string
}

type Fields = Record<string, unknown>

export function parseShownContext(answer: unknown): ShownContext {
  const fields = (answer ?? {}) as Fields
  const pinned = new Set(texts(fields.pinned))
  const excluded = new Set(texts(fields.excluded))
  const pieces = rows(fields.story)
  const story = pieces
    .filter((it) => !it.resource)
    .map((it, index) => pieceIn(it, index, pinned, excluded))
  // What was chosen beforehand and did not come up is listed too, so that it can be unchosen.
  const listed = new Set(story.map((it) => it.node))
  const others = [...pinned, ...excluded].filter((it) => !listed.has(it))
  return {
    thread: toLine(fields.thread),
    turn: toLine(fields.turn),
    model: toLine(fields.model),
    strategy: toLine(fields.strategy),
    sizes: sizesIn(fields.sizes),
    system: toLine(fields.system),
    memory: toLine(fields.memory),
    tools: toolsIn(fields.tools),
    messages: messagesIn(fields),
    background: backgroundIn(fields.background),
    resources: shownResources(pieces, rows(fields.resources)),
    story: [...story, ...others.map((it) => absent(it, pinned.has(it) ? 'pin' : 'exclude'))],
  }
}

function pieceIn(it: Fields, index: number, pinned: Set<string>, excluded: Set<string>) {
  const node = toLine(it.node ?? it.id) || undefined
  const has = (flag: unknown, chosen: Set<string>) =>
    flag === true || (node !== undefined && chosen.has(node))
  const how = has(it.pinned, pinned) ? 'pin' : has(it.excluded, excluded) ? 'exclude' : 'auto'
  return {
    key: `${node ?? ''}-${index}`,
    node,
    title: toLine(it.title),
    reason: toLine(it.reason),
    tokens: Number(it.tokens ?? 0),
    shown: it.shown !== false,
    text: toLine(it.text),
    how: how as ContextChoice,
  }
}

function shownResources(pieces: Fields[], pinned: Fields[]): ResourcePiece[] {
  const shown = pieces.flatMap((it) => {
    if (!it.resource) return []
    const isShown = it.shown !== false
    const missing = (it.missing ?? undefined) as ErrorReport | undefined
    return {
      ...namedResource({ ...(it.resource as Fields), title: it.title }),
      tokens: Number(it.tokens ?? 0),
      text: isShown ? toLine(it.text) : '',
      shown: isShown,
      missing,
    }
  })
  const now = pinned.map(namedResource)
  const isPinned = new Set(now.map(keyOf))
  return unique([...shown, ...now]).map((it) => ({ ...it, pinned: isPinned.has(keyOf(it)) }))
}

/** What plugins offer now beside what was shown, the pinned ones first. */
export function resourcesIn(shown: ShownContext, offered: unknown): ResourcePiece[] {
  const now = rows(((offered ?? {}) as Fields).resources).map(namedResource)
  const all = unique([...shown.resources, ...now])
  return [...all.filter((it) => it.pinned), ...all.filter((it) => !it.pinned)]
}

function namedResource({ server, uri, title }: Fields): ResourcePiece {
  const unread = { pinned: false, tokens: 0, text: '', shown: true, missing: undefined }
  return { server: toLine(server), uri: toLine(uri), title: toLine(title), ...unread }
}

/** Each resource as the first of its kind tells of it. */
function unique(resources: ResourcePiece[]): ResourcePiece[] {
  const all = new Map<string, ResourcePiece>()
  for (const it of resources) if (!all.has(keyOf(it))) all.set(keyOf(it), it)
  return [...all.values()]
}

/** What tells a resource from the others of all plugins. */
export function keyOf({ server, uri }: ResourcePiece): string {
  return `${server} ${uri}`
}

function absent(node: string, how: ContextChoice): StoryPiece {
  const empty = { title: '', reason: '', tokens: 0, shown: false, text: '' }
  return { key: `absent-${node}`, node, how, ...empty }
}

function sizesIn(answer: unknown): Sizes {
  const fields = (answer ?? {}) as Fields
  const count = (name: keyof Sizes) => Number(fields[name] ?? 0)
  return {
    system: count('system'),
    tools: count('tools'),
    story: count('story'),
    memory: count('memory'),
    messages: count('messages'),
    free: count('free'),
    limit: count('limit'),
  }
}

function backgroundIn(answer: unknown): Background | undefined {
  const fields = (answer ?? {}) as Fields
  const count = (name: string) => Number(fields[name] ?? 0)
  const waiting = toLine(fields.waiting)
  if (count('asked') === 0 && waiting === '') return undefined
  return {
    asked: count('asked'),
    input: count('input'),
    cached: count('cached'),
    output: count('output'),
    estimated: fields.estimated === true,
    waiting,
  }
}

function toolsIn(answer: unknown): ShownText[] {
  if (!Array.isArray(answer)) return []
  return answer.map((it: unknown) => {
    const tool = typeof it === 'string' ? { name: it } : ((it ?? {}) as Fields)
    const { name, tokens, description, text } = tool as Fields
    return {
      key: toLine(name),
      name: toLine(name),
      tokens: tokens === undefined ? undefined : Number(tokens),
      text: toLine(text ?? description),
    }
  })
}

function messagesIn({ messages, texts: byId }: Fields): ShownText[] {
  const kept = (byId ?? {}) as Fields
  return rows(messages).map((it, index) => ({
    key: `${toLine(it.id)}-${index}`,
    name: toLine(it.role),
    tokens: it.tokens === undefined ? undefined : Number(it.tokens),
    text: [toLine(it.text ?? it.content ?? kept[toLine(it.id)]), ...calls(it.calls)]
      .filter(Boolean)
      .join('\n'),
  }))
}

/** Calls as they were sent: a name and its arguments. */
function calls(value: unknown): string[] {
  return rows(value).map((it) => `${toLine(it.name)} ${toLine(it.args)}`)
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : []
}
