/**
 * The conversation of this window: its state, and the person's actions on it. It continues while it
 * is not visible, so it follows the session's events from the first time it is shown.
 */

import { create } from 'zustand'
import {
  type Answer,
  CallError,
  callTool,
  type ErrorReport,
  type RunningTurn,
  type StoryEvent,
  type ToolInput,
  type ToolOutput,
  type TurnOutcome,
  toErrorReport,
} from '../../../bridge'
import type { Session } from '../../../document'
import type { ToolName } from '../../../generated/tools'
import { base64Of } from '../../../kit'
import { useWorkspace } from '../../../state'
import { isCommand } from '../composer/slash'
import { type Autonomy, autonomyNow, choose, chosenFor } from './autonomy'
import {
  type Conversation,
  emptyConversation,
  ended,
  reduce,
  resumedTurns,
  runningTurn,
  type Turn,
} from './reduce'
import { turnsOf } from './threadHistory'
import { watchUndoSteps } from './undoSteps'

export type ThreadSummary = ToolOutput<'list_threads'>['threads'][number]

/** What was said while a turn worked, and is sent when it is done. */
export interface Queued {
  id: string
  text: string
  node: string | undefined
  pictures: readonly string[]
}

interface ConversationStore extends Conversation {
  /** The story it belongs to. */
  session: Session | undefined
  threads: readonly ThreadSummary[]
  /** How freely it works in this conversation; undefined: as the settings say. */
  autonomy: Autonomy | undefined
  /** What is in the composer. */
  text: string
  /** The pictures that stand there, by the hashes of their bytes. */
  pictures: readonly string[]
  /** What waits for the turn that works now, oldest first. */
  queued: readonly Queued[]
  /** Why the last instruction failed. */
  fault: ErrorReport | undefined
  reading: boolean
}

export const useConversation = create<ConversationStore>(() => ({
  ...emptyConversation,
  session: undefined,
  threads: [],
  autonomy: undefined,
  text: '',
  pictures: [],
  queued: [],
  fault: undefined,
  reading: false,
}))

const { getState: get, setState: set } = useConversation

// The settings of a conversation are those of the one that is shown.
useConversation.subscribe(({ thread }, old) => {
  if (thread !== old.thread) useWorkspace.getState().setThread(thread)
})

// What waits is sent once the turn is done; where it failed or was stopped, the person decides.
useConversation.subscribe((now, old) => {
  if (now.queued.length === 0 || isBusy(now) || now.items === old.items) return
  const last = now.items.findLast((it): it is Turn => it.kind === 'turn')
  const [next, ...others] = now.queued
  if (!next || !now.session || !last) return
  if (last.state === 'done') {
    set({ queued: others })
    void send(now.session, next.text, next.node, next.pictures)
  } else takeBackQueue()
})

/** Whether a turn works in the conversation that is shown, or is about to. */
function isBusy({ pending, items }: Conversation): boolean {
  return pending !== undefined || runningTurn(items) !== undefined
}

/** What waits returns to the composer, behind what stands there. */
function takeBackQueue(): void {
  set((old) => ({
    queued: [],
    text: [old.text, ...old.queued.map((it) => it.text)].filter((it) => it.trim()).join('\n\n'),
    pictures: [...new Set([...old.pictures, ...old.queued.flatMap((it) => it.pictures)])],
  }))
}

/** Takes one that waits back, to be changed or left unsaid. */
export function withdrawQueued(id: string): void {
  const wanted = get().queued.find((it) => it.id === id)
  if (!wanted) return
  set((old) => ({
    queued: old.queued.filter((it) => it.id !== id),
    text: old.text || wanted.text,
    pictures: [...new Set([...old.pictures, ...wanted.pictures])],
  }))
}

export function setText(text: string): void {
  set({ text })
}

/** Keeps pictures in the story and puts them to the message; what is none is said by the composer. */
export async function addPictures(session: Session, files: readonly File[]): Promise<void> {
  set({ fault: undefined })
  for (const file of files) {
    const args = { content: await base64Of(file), encoding: 'base64' as const }
    const answer = await reached('', callTool(session.bridge, { name: 'attach_picture', args }))
    if (get().session !== session) return
    if (answer.status === 'failure') {
      set({ fault: answer.error })
      return
    }
    const pictures = answer.result?.data.pictures ?? []
    set((old) => ({ pictures: [...new Set([...old.pictures, ...pictures])] }))
  }
}

export function removePicture(picture: string): void {
  set((old) => ({ pictures: old.pictures.filter((it) => it !== picture) }))
}

export function setAutonomy(autonomy: Autonomy): void {
  const { thread } = get()
  if (thread) choose(thread, autonomy)
  set({ autonomy })
}

/** Begins to follow a story and shows its newest conversation; once a story is enough. */
export function connectSession(session: Session): void {
  if (get().session === session) return
  const fresh = {
    threads: [],
    pictures: [],
    queued: [],
    autonomy: undefined,
    fault: undefined,
    reading: true,
  }
  set({ ...emptyConversation, ...fresh, session })
  session.listen((event) => {
    if (get().session === session) hear(event)
  })
  watchUndoSteps(session)
  void Promise.all([readThreads(session), openTurns(session)]).then(async ([, working]) => {
    // What works now is what one comes back to.
    const thread = working[0]?.thread ?? get().threads[0]?.thread
    const untouched = get().session === session && !get().thread && !get().pending
    if (thread && untouched) await openThread(session, thread)
    set({ reading: false })
  })
}

function hear(event: StoryEvent): void {
  const { thread, autonomy } = get()
  set((old) => reduce(old, event))
  const begun = get().thread
  if (begun && begun !== thread && autonomy) choose(begun, autonomy)
}

/** Leaves the conversation; the next words begin another. */
export function newThread(): void {
  takeBackQueue()
  set({ ...emptyConversation, autonomy: undefined, fault: undefined })
}

/** The turns that work now. */
async function openTurns(session: Session): Promise<RunningTurn[]> {
  const read = await asked(session, 'list_turns', {})
  return read?.turns ?? []
}

export async function openThread(session: Session, thread: string): Promise<void> {
  if (thread !== get().thread) takeBackQueue()
  set({ ...emptyConversation, thread, autonomy: chosenFor(thread), fault: undefined })
  const [history, drafts, working] = await Promise.all([
    asked(session, 'thread_history', { thread }),
    asked(session, 'list_drafts', {}),
    openTurns(session),
  ])
  if (get().thread !== thread || !history) return
  const waiting = (drafts?.drafts ?? []).map((it) => [it.turn ?? '', it.draft] as const)
  const here = working.filter((it) => it.thread === thread)
  const turns = resumedTurns(turnsOf(history.messages, new Map(waiting)), here)
  // What was received while reading is newer than what was read.
  set((old) => {
    const known = new Map(old.items.map((it) => [it.id, it]))
    const past = turns.filter((it) => !known.has(it.id))
    return { items: [...past, ...old.items] }
  })
}

/** Sends the person's words, now or when the turn is done, or runs the tool that a slash names. */
export async function sendMessage(
  session: Session,
  text: string,
  node: string | undefined,
): Promise<void> {
  const { pictures } = get()
  set({ text: '', fault: undefined })
  if (isCommand(text)) return run(session, text, node)
  set({ pictures: [] })
  if (isBusy(get())) {
    const waits = { id: crypto.randomUUID(), text, node, pictures }
    set((old) => ({ queued: [...old.queued, waits] }))
    return
  }
  await send(session, text, node, pictures)
}

async function send(
  session: Session,
  text: string,
  node: string | undefined,
  pictures: readonly string[],
): Promise<void> {
  const { thread } = get()
  const autonomy = autonomyNow(get().autonomy)
  const pending = { text, node: node ?? null, pictures }
  set({ pending })
  const about = { ...(thread ? { thread } : {}), ...(node ? { node } : {}) }
  const args = { text, autonomy, ...about, ...(pictures.length > 0 ? { pictures } : {}) }
  const answer = await reached('send_message', session.call('send_message', args, node))
  if (get().session !== session) return
  if (answer.status === 'failure') refuse(text, pending, answer.error)
  else if (answer.result) await settle(session, answer.result.data)
}

/** The words did not go out: they return to the composer, unless others stand there. */
function refuse(
  text: string,
  pending: Conversation['pending'],
  fault: ErrorReport | undefined,
): void {
  if (get().pending !== pending) return
  const { pictures = [] } = pending ?? {}
  set((old) => ({
    pending: undefined,
    fault,
    text: old.text || text,
    pictures: [...new Set([...pictures, ...old.pictures])],
  }))
}

/** Takes in how a turn ended, where the events of it were missed. */
async function settle(session: Session, outcome: TurnOutcome): Promise<void> {
  const { items, pending, thread } = get()
  const known = items.some((it) => it.id === outcome.turn)
  if (!known && pending) await openThread(session, outcome.thread)
  else if (thread === outcome.thread && runningTurn(items)?.id === outcome.turn) {
    set({
      items: items.map((it) =>
        it.kind === 'turn' && it.id === outcome.turn ? ended(it, outcome) : it,
      ),
    })
  }
  await readThreads(session)
}

/**
 * Runs a line that calls a tool; typed in full it is the person's yes to what the call costs. It
 * becomes a turn of the conversation, and begins one where there is none.
 */
async function run(session: Session, line: string, node: string | undefined): Promise<void> {
  const { thread, pending: other } = get()
  const pending = thread || other ? undefined : { text: line, node: node ?? null }
  if (pending) set({ pending })
  const { draft } = session
  const about = { ...(node ? { node } : {}), ...(draft ? { draft } : {}), confirmed: true }
  const args = { line, ...(thread ? { thread } : {}) }
  const ran = await reached(
    '',
    callTool(session.bridge, { name: 'run_slash_command', args, ...about }),
  )
  const command = ran.result?.data
  const answer: Answer = command?.record ?? ran
  if (get().session !== session) return
  const known = get().items.some((it) => it.id === command?.turn)
  if (pending && get().pending === pending) set({ pending: undefined })
  if (command?.turn && command.thread) {
    if (!thread && !known) await openThread(session, command.thread)
    if (!thread) await readThreads(session)
  } else if (!command) {
    // It could not be read: it returns to the composer, unless other words stand there.
    set((old) => ({ fault: answer.error, text: old.text || line }))
  } else {
    const id = crypto.randomUUID()
    const command = { kind: 'command' as const, id, line, name: answer.tool_name, answer }
    set((old) => ({ items: [...old.items, command] }))
  }
}

/** Stops the turn that works now; what it has finished stays. */
export async function stop(session: Session): Promise<void> {
  const turn = runningTurn(get().items)
  if (turn) await callOutsideTurn(session, 'cancel_turn', { turn: turn.id })
}

/** Answers a question; gives what stands in the way, if anything does. */
export async function answerQuestion(
  session: Session,
  args: ToolInput<'answer_request'>,
): Promise<ErrorReport | undefined> {
  const name = 'answer_request'
  const answer = await reached(name, callTool(session.bridge, { name, args }))
  if (answer.status !== 'failure') return undefined
  return answer.error ?? { code: 'INTERNAL', message: name }
}

/** Asks for the same again, about the same node. */
export function retryTurn(session: Session, turn: Turn): Promise<void> {
  return sendMessage(session, turn.instruction, turn.node ?? undefined)
}

/** Calls a tool on the story itself, whatever draft is looked at; a failure shows by the composer. */
export async function callOutsideTurn<N extends ToolName>(
  session: Session,
  name: N,
  args: ToolInput<N>,
): Promise<Answer<ToolOutput<N>>> {
  const answer = await reached(name, callTool(session.bridge, { name, args }))
  set({ fault: answer.status === 'failure' ? answer.error : undefined })
  return answer
}

/** After a conversation was deleted: the one that is shown is left if it is that one. */
export async function forgetThread(session: Session, thread: string): Promise<void> {
  if (get().thread === thread) newThread()
  await readThreads(session)
}

export async function readThreads(session: Session): Promise<void> {
  const read = await asked(session, 'list_threads', {})
  if (read && get().session === session) set({ threads: read.threads })
}

/** What a reading tool tells; undefined where it cannot be had. */
async function asked<N extends ToolName>(session: Session, name: N, args: ToolInput<N>) {
  try {
    return await session.data(name, args)
  } catch (error) {
    // A program without conversations is one where none was held yet.
    if (!(error instanceof CallError && error.report.code === 'UNKNOWN_ACTION')) {
      set({ fault: toErrorReport(error) })
    }
    return undefined
  }
}

/** The answer, or a failure that says the program could not be reached. */
async function reached<D>(name: string, answer: Promise<Answer<D>>): Promise<Answer<D>> {
  try {
    return await answer
  } catch (error) {
    const call = { tool_name: name, tool_call_id: '', tool_call_args: {} }
    return { ...call, status: 'failure', error: toErrorReport(error) }
  }
}
