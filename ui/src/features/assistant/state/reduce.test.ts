/** A conversation follows the events of its turns. */

import { describe, expect, it } from 'vitest'
import type { Answer, StoryEvent, TurnOutcome } from '../../../bridge'
import {
  type CallEntry,
  type Conversation,
  type Entry,
  emptyConversation,
  freshTurn,
  reduce,
  resumedTurns,
  type Turn,
} from './reduce'
import { type Message, turnsOf } from './threadHistory'

type WithoutSequence<T> = T extends { sequence: number } ? Omit<T, 'sequence'> : never
type Said = WithoutSequence<StoryEvent>

const began: Said = {
  type: 'turn_began',
  turn: 't1',
  thread: 'c1',
  node: null,
  instruction: 'rename the hero',
}
const waiting: Conversation = {
  ...emptyConversation,
  pending: { text: 'rename the hero', node: null },
}

function reduceAll(events: Said[], from: Conversation = waiting): Conversation {
  return events.reduce(
    (talk, it, sequence) => reduce(talk, { ...it, sequence } as StoryEvent),
    from,
  )
}

function turn(talk: Conversation): Turn {
  const found = talk.items.findLast((it) => it.kind === 'turn')
  if (!found) throw new Error('there is no turn')
  return found
}

const text = (words: string): Said => ({ type: 'text', turn: 't1', text: words })
const call = (id: string, name = 'update_node_kv'): Said => ({
  type: 'tool_call_began',
  turn: 't1',
  call_id: id,
  name,
  args: { node: 'Hero' },
})
const answer = (id: string, part: Partial<Answer> = {}): Answer => ({
  tool_name: 'update_node_kv',
  tool_call_id: id,
  tool_call_args: { node: 'Hero' },
  status: 'success',
  ...part,
})
const answeredBy = (output: Answer): Said => ({ type: 'tool_answered', turn: 't1', output })
const retrying: Said = { type: 'retrying', turn: 't1', attempt: 1, after_ms: 500, reason: 'busy' }
const over = (part: Partial<TurnOutcome>): Said => ({
  type: 'turn_ended',
  turn: 't1',
  outcome: {
    turn: 't1',
    thread: 'c1',
    ending: 'done',
    text: '',
    calls_succeeded: 0,
    calls_failed: 0,
    draft: null,
    usage: { input: 0, output: 0, cached: 0 },
    ...part,
  },
})
const question = {
  call_id: 'a',
  tool: 'generate_image',
  impact: 'spend' as const,
  args: { prompt: 'Neo' },
  text: 'May generate_image run?',
}

const progress = {
  run: 1,
  call: 'a',
  tool: 'generate_image',
  origin: null,
  turn: 't1',
  done: 0.5,
  doing: 'painting',
  ended: false,
}

it('leaves the conversation unchanged on unrelated events', () => {
  const talk = reduceAll([began, { type: 'progress', ...progress }])
  expect(turn(talk).state).toBe('running')
  const unknown = { type: 'of_a_newer_program', sequence: 9 } as unknown as StoryEvent
  expect(reduce(talk, unknown)).toBe(talk)
})

describe('a new conversation', () => {
  it('takes its id from the pending turn', () => {
    const talk = reduceAll([began])
    expect([talk.thread, talk.pending, turn(talk).state]).toEqual(['c1', undefined, 'running'])
  })

  it('ignores turns of other threads', () => {
    expect(reduceAll([{ ...began, instruction: 'other words' }, text('Hi')])).toBe(waiting)
  })

  it('shows a turn started by another window in the same conversation', () => {
    const talk = reduceAll([began], { ...emptyConversation, thread: 'c1' })
    expect(turn(talk).instruction).toBe('rename the hero')
  })

  it('starts a turn once', () => {
    expect(reduceAll([began, began]).items).toHaveLength(1)
  })
})

describe('a turn', () => {
  it('joins streamed text, and keeps thinking separate', () => {
    const thought: Said = { type: 'thinking', turn: 't1', text: 'Hm.' }
    expect(turn(reduceAll([began, thought, text('I '), text('did.')])).entries).toEqual([
      { kind: 'thinking', text: 'Hm.' },
      { kind: 'words', text: 'I did.' },
    ])
  })

  it('matches answers to calls in any order', () => {
    const second = answer('b', { change: 7 })
    const talk = reduceAll([
      began,
      call('a'),
      call('b'),
      answeredBy(second),
      answeredBy(answer('a')),
    ])
    expect(turn(talk).entries.map((it) => (it as CallEntry).answer)).toEqual([answer('a'), second])
  })

  it('keeps a failed call and its retry although they share one id', () => {
    const error = { code: 'INVALID_ACTION_INPUT' as const, message: '/items is missing' }
    const failed = answer('a', { status: 'failure', error })
    const talk = reduceAll([
      began,
      call('a'),
      answeredBy(failed),
      call('a'),
      answeredBy(answer('a')),
    ])
    expect(turn(talk).entries.map((it) => (it as CallEntry).answer?.status)).toEqual([
      'failure',
      'success',
    ])
  })

  it('shows an answer to a call that was never started', () => {
    expect(turn(reduceAll([began, answeredBy(answer('z'))])).entries).toHaveLength(1)
  })

  it('keeps a question at its call until the call is answered', () => {
    const asked: Said = { type: 'asked', turn: 't1', question }
    const held = reduceAll([began, call('a', 'generate_image'), asked])
    expect(turn(held).entries).toEqual([
      { kind: 'call', id: 'a', name: 'generate_image', args: { prompt: 'Neo' }, question },
    ])
    const gone = reduceAll([answeredBy(answer('a'))], held)
    expect((turn(gone).entries[0] as CallEntry).question).toBeUndefined()
  })

  it('drops the text of a failed request but nothing before the last call', () => {
    const kinds = (it: Entry) => it.kind
    const talk = reduceAll([
      began,
      text('First.'),
      call('a'),
      answeredBy(answer('a')),
      text('half a sen'),
      retrying,
      retrying,
      text('Whole.'),
    ])
    expect(turn(talk).entries.map(kinds)).toEqual(['words', 'call', 'retry', 'words'])
    expect(turn(talk).entries.at(-1)).toEqual({ kind: 'words', text: 'Whole.' })
  })

  it('adds unstreamed text at the end without repeating any', () => {
    const entries = (events: Said[]) => turn(reduceAll([began, ...events])).entries
    const words = [{ kind: 'words', text: 'Done.' }]
    expect(entries([over({ text: 'Done.' })])).toEqual(words)
    expect(entries([text('Done.'), over({ text: 'Done.' })])).toEqual(words)
  })

  it('drops its question when it is stopped, and says so', () => {
    const asked: Said = { type: 'asked', turn: 't1', question }
    const talk = reduceAll([began, asked, over({ ending: 'cancelled', text: 'Stopped by you.' })])
    const { state, closing, entries } = turn(talk)
    expect([state, closing]).toEqual(['cancelled', 'Stopped by you.'])
    expect((entries[0] as CallEntry).question).toBeUndefined()
  })

  it('keeps the waiting draft', () => {
    expect(turn(reduceAll([began, over({ draft: 'd1' })])).draft).toBe('d1')
  })

  it('continues a turn that was loaded while running', () => {
    const past: Conversation = {
      ...emptyConversation,
      thread: 'c1',
      items: [freshTurn('t1', 'rename', null)],
    }
    expect(turn(reduceAll([text('More')], past)).state).toBe('running')
  })
})

describe('history', () => {
  const lines: Message[] = [
    { turn: 't1', role: 'user', content: 'rename the hero' },
    { turn: 't1', role: 'system', content: 'the node open is Hero' },
    {
      turn: 't1',
      role: 'assistant',
      content: 'I begin.',
      metadata: {
        segments: [
          { type: 'text', text: 'I begin.' },
          { type: 'tool_call', toolCall: { id: 'a', name: 'update_node_kv', args: {} } },
        ],
      },
    },
    {
      turn: 't1',
      role: 'tool',
      content: '{}',
      metadata: { tool_agent_output: answer('a') },
    },
    { turn: 't1', role: 'assistant', content: 'Too long.', metadata: { ending: 'bounded' } },
    { turn: 't2', role: 'user', content: 'thanks' },
    { turn: 't2', role: 'assistant', content: 'Gladly.' },
  ]

  it('restores the same turns as the events', () => {
    const [first] = turnsOf(lines, new Map([['t1', 'd1']]))
    const turns = reduceAll([
      began,
      text('I begin.'),
      call('a'),
      answeredBy(answer('a')),
      over({ ending: 'bounded', text: 'Too long.', draft: 'd1' }),
    ])
    expect(first).toEqual(turn(turns))
  })

  it('splits messages into turns', () => {
    const shown = turnsOf(lines, new Map()).map((it) => [it.instruction, it.entries.length])
    expect(shown).toEqual([
      ['rename the hero', 2],
      ['thanks', 1],
    ])
  })
})

describe('discarded text, cost and continuation', () => {
  it('drops discarded text since the last call', () => {
    const events = [began, text('Let me'), call('a'), answeredBy(answer('a')), text('wrong')]
    const { entries } = turn(reduceAll([...events, { type: 'text_discarded', turn: 't1' }]))
    expect(entries.map((it) => it.kind)).toEqual(['words', 'call'])
  })

  it('keeps the sizes of the parts of the newest request', () => {
    const sizes = { system: 1, tools: 2, story: 3, memory: 0, messages: 4, free: 90, limit: 100 }
    const talk = reduceAll([began, { type: 'context_shown', turn: 't1', sizes, story: [] }])
    expect(turn(talk).shown?.sizes).toEqual(sizes)
  })

  it('does not repeat streamed text at the end', () => {
    const said = 'Once upon\n\nCut at the limit.'
    const end = over({ ending: 'bounded', text: said })
    const { entries, closing } = turn(reduceAll([began, text('Once upon'), end]))
    expect(entries.map((it) => it.kind)).toEqual(['words'])
    expect(closing).toBe('Cut at the limit.')
  })

  it('takes tokens and whether it can continue from the end event', () => {
    const usage = { input: 900, output: 40, cached: 700 }
    const end = over({ ending: 'bounded', text: 'Too many steps.', usage, can_go_on: true })
    expect(turn(reduceAll([began, end]))).toMatchObject({ usage, canGoOn: true })
  })

  it('adds up the tokens of all replies of a restored turn', () => {
    const reply = (input: number) => ({
      turn: 't1',
      role: 'assistant' as const,
      content: 'ok',
      metadata: { reply: { usage: { input_tokens: input, output_tokens: 2, cached_tokens: 1 } } },
    })
    const [read] = turnsOf([reply(10), reply(20)], new Map())
    expect(read?.usage).toEqual({ input: 30, output: 4, cached: 2 })
  })

  it('shows the cost of a restored turn as at its end', () => {
    const usage = { input: 900, output: 40, cached: 700 }
    const uncounted = { tokens: false, pictures: 1 }
    const spent = { usage, pictures: 2, cost: 0.04, uncounted }
    const last = { ending: 'bounded', text: 'Stopped.', can_go_on: true, ...spent } as const
    const line = {
      turn: 't1',
      role: 'assistant' as const,
      content: 'Stopped.',
      metadata: { ending: last.ending, can_go_on: true, spent },
    }
    const [read] = turnsOf([line], new Map())
    const live = turn(reduceAll([began, over(last)]))
    const took = ({ usage, painted, cost, uncounted }: Turn) => [usage, painted, cost, uncounted]
    expect(read && took(read)).toEqual(took(live))
    expect(read).toMatchObject({ cost: 0.04, painted: 2, uncounted, state: 'bounded' })
  })

  it('is restored as running with its question after a reload', () => {
    const [past] = turnsOf([{ turn: 't1', role: 'user', content: 'paint' }], new Map())
    const open = { turn: 't1', thread: 'c1', node: 'n1', instruction: 'paint', began: '' }
    const other = { ...open, turn: 't2', questions: [] }
    const [first, second] = resumedTurns(past ? [past] : [], [
      { ...open, questions: [question] },
      other,
    ])
    expect([first?.state, first?.node, second?.state]).toEqual(['running', 'n1', 'running'])
    expect(first?.entries).toMatchObject([{ kind: 'call', question }])
    expect(second?.instruction).toBe('paint')
  })
})
