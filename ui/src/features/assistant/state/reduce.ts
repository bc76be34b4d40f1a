/**
 * A conversation as the window shows it, and how each event changes it. Pure: nothing here calls
 * the program. The text of a temporarily failed request is discarded, as the program says.
 */

import type {
  Answer,
  ContextItem,
  Question,
  RunningTurn,
  Sizes,
  StoryEvent,
  TurnOutcome,
  TurnUsage,
  UnpricedUsage,
  Usage,
} from '../../../bridge'

export interface CallEntry {
  kind: 'call'
  id: string
  name: string
  args: unknown
  answer?: Answer
  /** What the assistant waits for, while it waits. */
  question?: Question
}

/** One thing that happened in a turn, in the order it did. */
export type Entry =
  | { kind: 'words'; text: string }
  | { kind: 'thinking'; text: string }
  | { kind: 'retry'; attempt: number; reason: string }
  | CallEntry

export interface Turn {
  kind: 'turn'
  id: string
  /** The node it is about. */
  node: string | null
  /** The person's words; empty where the beginning was not read. */
  instruction: string
  /** The pictures attached to them, by the hashes of their bytes. */
  pictures?: readonly string[]
  entries: readonly Entry[]
  state: 'running' | TurnOutcome['ending']
  /** The program's account of a turn that did not end well. */
  closing: string
  /** The draft its writes wait in. */
  draft: string | null
  /** The tokens it took, where that is known. */
  usage?: Usage
  /** How many pictures it paid for. */
  painted?: number
  /** What it cost, in the currency of the settings; null where nothing of it has a price. */
  cost?: number | null
  /** What the cost leaves out for want of a price. */
  uncounted?: UnpricedUsage
  /** Whether it stopped at a limit and can continue. */
  canGoOn?: boolean
  /** What its last request shows to the model, while it works. */
  shown?: { sizes: Sizes; story: readonly ContextItem[] }
}

/** What the person asked with a slash about conversations themselves; kept in this window alone. */
export interface Command {
  kind: 'command'
  id: string
  line: string
  name: string
  answer?: Answer
}

export type Item = Turn | Command

export interface Conversation {
  /** The conversation shown; none before the first words of a new one. */
  thread: string | undefined
  items: readonly Item[]
  /** What was sent and has not begun. */
  pending: { text: string; node: string | null; pictures?: readonly string[] } | undefined
}

export const emptyConversation: Conversation = { thread: undefined, items: [], pending: undefined }

export function freshTurn(id: string, instruction: string, node: string | null): Turn {
  return {
    kind: 'turn',
    id,
    node,
    instruction,
    entries: [],
    state: 'done',
    closing: '',
    draft: null,
  }
}

/** The turn that works now, if one does. */
export function runningTurn(items: readonly Item[]): Turn | undefined {
  return items.findLast((it): it is Turn => it.kind === 'turn' && it.state === 'running')
}

/** The conversation after an event; the same object where the event is none of its business. */
export function reduce(talk: Conversation, event: StoryEvent): Conversation {
  switch (event.type) {
    case 'data:changed':
      return talk
    case 'turn_began':
      return begin(talk, event)
    case 'turn_ended':
      return inTurn(talk, event.turn, (turn) => ended(turn, event.outcome))
    case 'text':
      return inTurn(talk, event.turn, (turn) => more(turn, 'words', event.text))
    case 'thinking':
      return inTurn(talk, event.turn, (turn) => more(turn, 'thinking', event.text))
    case 'retrying':
      return inTurn(talk, event.turn, (turn) => retry(turn, event.attempt, event.reason))
    case 'text_discarded':
      return inTurn(talk, event.turn, (turn) => ({ ...turn, entries: withoutVoid(turn) }))
    case 'context_shown': {
      const { sizes, story } = event
      return inTurn(talk, event.turn, (turn) => ({ ...turn, shown: { sizes, story } }))
    }
    case 'tool_call_began': {
      const { call_id: id, name, args } = event
      return inTurn(talk, event.turn, (turn) => withCall(turn, { kind: 'call', id, name, args }))
    }
    case 'asked':
      return inTurn(talk, event.turn, (turn) => asking(turn, event.question))
    case 'tool_answered':
      return inTurn(talk, event.turn, (turn) => answered(turn, event.output))
    // Whatever else the program tells.
    default:
      return talk
  }
}

function begin(
  talk: Conversation,
  event: Extract<StoryEvent, { type: 'turn_began' }>,
): Conversation {
  const awaited = talk.pending?.text === event.instruction
  const ours = talk.thread === event.thread || (talk.thread === undefined && awaited)
  if (!ours || talk.items.some((it) => it.id === event.turn)) return talk
  const { pictures = [] } = (awaited && talk.pending) || {}
  const turn: Turn = {
    ...freshTurn(event.turn, event.instruction, event.node),
    state: 'running',
    ...(pictures.length > 0 ? { pictures } : {}),
  }
  return {
    thread: event.thread,
    items: [...talk.items, turn],
    pending: awaited ? undefined : talk.pending,
  }
}

/** DiffView one turn. One that was read from the past and goes on is running. */
function inTurn(talk: Conversation, id: string, change: (turn: Turn) => Turn): Conversation {
  if (!talk.items.some((it) => it.kind === 'turn' && it.id === id)) return talk
  const items = talk.items.map((it) =>
    it.kind === 'turn' && it.id === id ? change({ ...it, state: 'running' }) : it,
  )
  return { ...talk, items }
}

function more(turn: Turn, kind: 'words' | 'thinking', text: string): Turn {
  const last = turn.entries.at(-1)
  if (last?.kind !== kind) return { ...turn, entries: [...turn.entries, { kind, text }] }
  const grown = { kind, text: last.text + text }
  return { ...turn, entries: [...turn.entries.slice(0, -1), grown] }
}

function retry(turn: Turn, attempt: number, reason: string): Turn {
  return { ...turn, entries: [...withoutVoid(turn), { kind: 'retry', attempt, reason }] }
}

/** What happened up to the last call; the words since then may be void. */
function withoutVoid({ entries }: Turn): readonly Entry[] {
  return entries.slice(0, entries.findLastIndex((it) => it.kind === 'call') + 1)
}

/** The turns with those that work now among them: running, and with what they ask. */
export function resumedTurns(turns: readonly Turn[], open: readonly RunningTurn[]): Turn[] {
  const known = new Set(turns.map((it) => it.id))
  const fresh = open.filter((it) => !known.has(it.turn))
  const all = [...turns, ...fresh.map((it) => freshTurn(it.turn, it.instruction, it.node))]
  return all.map((turn) => {
    const works = open.find((it) => it.turn === turn.id)
    if (!works) return turn
    const running: Turn = { ...turn, node: works.node, state: 'running' }
    return works.questions.reduce(asking, running)
  })
}

function asking(turn: Turn, question: Question): Turn {
  const { call_id: id, tool: name, args } = question
  return withCall(turn, { kind: 'call', id, name, args, question })
}

/** Adds a call, or adds to the one of that id which still waits for its answer. */
export function withCall(turn: Turn, call: CallEntry): Turn {
  const at = waiting(turn, call.id)
  if (at < 0) return { ...turn, entries: [...turn.entries, call] }
  const entries = turn.entries.map((it, index) => (index === at ? { ...it, ...call } : it))
  return { ...turn, entries: entries as Entry[] }
}

export function answered(turn: Turn, answer: Answer): Turn {
  const { tool_call_id: id, tool_name: name, tool_call_args: args } = answer
  const closed: CallEntry = { kind: 'call', id, name, args, answer }
  const at = waiting(turn, id)
  if (at < 0) return { ...turn, entries: [...turn.entries, closed] }
  return { ...turn, entries: turn.entries.map((it, index) => (index === at ? closed : it)) }
}

function waiting(turn: Turn, id: string): number {
  return turn.entries.findLastIndex((it) => it.kind === 'call' && it.id === id && !it.answer)
}

export function ended(turn: Turn, outcome: TurnOutcome): Turn {
  const { ending, text, draft } = outcome
  // A provider that does not stream says everything at the end.
  const unsaid = ending === 'done' && text !== '' && turn.entries.at(-1)?.kind !== 'words'
  const entries: Entry[] = turn.entries.map((it) => {
    if (it.kind !== 'call' || !it.question) return it
    const { question: _, ...rest } = it
    return rest
  })
  if (unsaid) entries.push({ kind: 'words', text })
  const closing = ending === 'done' ? '' : unstreamed(turn, text)
  const canGoOn = outcome.can_go_on === true
  return withCost({ ...turn, entries, state: ending, closing, draft, canGoOn }, outcome)
}

/** A turn with what it took; of one that took nothing there is nothing to tell. */
export function withCost(turn: Turn, spent: TurnUsage): Turn {
  const { pictures: painted = 0, cost, uncounted } = spent
  const usage = usageIn(spent.usage) ?? turn.usage
  if (painted === 0 && !usage && cost === undefined) return turn
  return {
    ...turn,
    cost: cost ?? null,
    ...(usage ? { usage } : {}),
    ...(painted > 0 ? { painted } : {}),
    ...(uncounted ? { uncounted } : {}),
  }
}

/** What a closing text says beside the words that streamed and stand already. */
function unstreamed(turn: Turn, text: string): string {
  const last = turn.entries.at(-1)
  const streamed = last?.kind === 'words' ? last.text.trim() : ''
  return streamed && text.startsWith(streamed) ? text.slice(streamed.length).trim() : text
}

/** Tokens as the program tells them; undefined where it tells of none. */
export function usageIn(value: unknown): Usage | undefined {
  if (value === null || typeof value !== 'object') return undefined
  const fields = value as Record<string, unknown>
  const count = (name: string) => Number(fields[name] ?? fields[`${name}_tokens`] ?? 0)
  const usage = { input: count('input'), output: count('output'), cached: count('cached') }
  return usage.input + usage.output > 0 ? usage : undefined
}
