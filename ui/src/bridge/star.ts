/**
 * The connection of a person at another computer: calls and events over the Star Protocol of a hub,
 * as docs/star-protocol.md describes it. Calls without an answer are sent again after a break; a story
 * does none of them twice.
 */

import type { Bridge } from './bridge'
import { CallError } from './bridge'
import type { Answer, Code, ErrorReport, StoryEvent } from './wire'

/** Which story to join, and as whom. */
export interface Invitation {
  environment: string
  name: string
  /** Empty at a hub that asks for none. */
  credential: string
}

export type HubStatus =
  | { state: 'connecting' }
  | { state: 'connected' }
  /** The hub is reached; the story is not open to it now. */
  | { state: 'absent' }
  /** The hub ended the connection for good. */
  | { state: 'refused'; reason: string }

/** Something that the story tells everybody. */
export interface HubEvent {
  event: string
  data: unknown
}

interface PendingAction {
  text: string
  done: (data: unknown) => void
  failed: (error: CallError) => void
}

/** What a hub sends, as far as it is read here. */
interface Incoming {
  type: 'message' | 'heartbeat' | 'error'
  sender: { id: string; type: string }
  payload: {
    type?: string
    id?: string
    event?: string
    data?: unknown
    outcome?: { status: string; message: string; data: unknown }
    message?: string
    timeout_ms?: number
    details?: { reason?: string; original_message_id?: string | null; suggested_action?: string }
  }
}

/** Close codes after which the page does not connect again on its own: see docs/star/errors.md. */
const FINAL_CODES: readonly number[] = [4400, 4401, 4403, 4409]
/** Reasons for which the same message is sent again later. */
const SEND_AGAIN: readonly string[] = ['rate_limited', 'recipient_overloaded']
/** How long to wait before a message is sent again, and at first before connecting again, in milliseconds. */
const WAIT_MS = 500
/** The longest wait before connecting again, in milliseconds. */
const LONGEST_WAIT_MS = 8000
/** How long a hub may be silent, in milliseconds, until its first heartbeat says it. */
const SILENCE_MS = 40_000

export class HubConnection {
  readonly invitation: Invitation
  readonly #address: string
  readonly #pending = new Map<string, PendingAction>()
  readonly #listeners = new Set<(event: HubEvent) => void>()
  readonly #watchers = new Set<(status: HubStatus) => void>()
  #status: HubStatus = { state: 'connecting' }
  #socket: WebSocket | undefined
  #wait = WAIT_MS
  #reason = ''
  #silence: ReturnType<typeof setTimeout> | undefined
  #silenceMs = SILENCE_MS
  #again: ReturnType<typeof setTimeout> | undefined

  /** Connects to a hub, `ws://host:port`, and stays connected until it is closed. */
  constructor(hub: string, invitation: Invitation) {
    this.invitation = invitation
    const [environment, name] = [invitation.environment, invitation.name].map(encodeURIComponent)
    this.#address = `${hub}/env/${environment}/human/${name}`
    this.#connect()
  }

  get status(): HubStatus {
    return this.#status
  }

  /** Hears of each change of the status, until the returned function is called. */
  watch(watcher: (status: HubStatus) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * Hears every event, until the returned function is called; `lost` after a break, and `denied` where
   * less is allowed than before.
   */
  subscribe(listener: (event: HubEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the story for an action; rejects with {@link CallError} where it is not done. */
  act(action: string, parameters: object): Promise<unknown> {
    const id = newId()
    const { environment, name } = this.invitation
    const text = JSON.stringify({
      type: 'message',
      id,
      sender: { id: name, type: 'human' },
      recipient: { id: environment, type: 'environment' },
      payload: { type: 'action', action, id, parameters },
    })
    return new Promise((done, failed) => {
      this.#pending.set(id, { text, done, failed })
      if (this.#status.state === 'connected') this.#socket?.send(text)
    })
  }

  close(): void {
    clearTimeout(this.#again)
    clearTimeout(this.#silence)
    this.#again = undefined
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #connect(): void {
    const { credential } = this.invitation
    const offered = credential === '' ? ['star.v1'] : ['star.v1', `star-credential.${credential}`]
    const socket = new WebSocket(this.#address, offered)
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return
      this.#heard()
      this.#receive(JSON.parse(String(data)) as Incoming)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      // Only once: where the browser was late to notice, it tells again.
      this.#socket = undefined
      clearTimeout(this.#silence)
      if (FINAL_CODES.includes(code)) {
        this.#set({ state: 'refused', reason: this.#reason })
        this.#failAll(this.#reason)
        return
      }
      this.#set({ state: 'connecting' })
      this.#again = setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
    }
  }

  #receive({ type, sender, payload }: Incoming): void {
    if (type === 'heartbeat') {
      if (payload.timeout_ms) this.#silenceMs = payload.timeout_ms
      if (this.#status.state === 'connecting') this.#begin()
      // The story may have come back while the hub was still answering that it is not there.
      else if (this.#status.state === 'absent') this.#sendPending()
    } else if (type === 'error') this.#refused(payload)
    else if (payload.type === 'outcome') this.#answered(payload)
    else if (payload.type === 'event' && payload.event !== undefined) {
      if (sender.type === 'hub') this.#receiveHubEvent(payload.event)
      else this.#tell({ event: payload.event, data: payload.data })
    }
  }

  #receiveHubEvent(event: string): void {
    if (event === 'environment_online') this.#begin()
    else if (event === 'environment_offline') this.#set({ state: 'absent' })
    else if (event === 'gap') this.#tell({ event: 'lost', data: undefined })
  }

  /** The story may be there now: what has no answer is sent again, and what was missed is read. */
  #begin(): void {
    this.#wait = WAIT_MS
    this.#set({ state: 'connected' })
    this.#sendPending()
    this.#tell({ event: 'lost', data: undefined })
  }

  #sendPending(): void {
    for (const { text } of this.#pending.values()) this.#socket?.send(text)
  }

  #answered({ id = '', outcome }: Incoming['payload']): void {
    const pending = this.#pending.get(id)
    if (!pending || !outcome) return
    this.#pending.delete(id)
    if (this.#status.state === 'absent') this.#begin()
    if (outcome.status === 'success') {
      pending.done(outcome.data)
      return
    }
    const report = reportOf(outcome)
    pending.failed(new CallError(report))
    if (report.code === 'PERMISSION_DENIED') this.#tell({ event: 'denied', data: undefined })
  }

  #refused({ message = '', details = {} }: Incoming['payload']): void {
    const { reason = '', original_message_id: id, suggested_action: hint } = details
    const pending = this.#pending.get(id ?? '')
    if (!id) this.#reason = reason
    // What has no answer is sent again when the story is there.
    else if (reason === 'environment_offline') this.#set({ state: 'absent' })
    else if (pending && SEND_AGAIN.includes(reason)) {
      setTimeout(() => this.#pending.has(id) && this.#socket?.send(pending.text), WAIT_MS)
    } else if (pending) {
      this.#pending.delete(id)
      pending.failed(new CallError({ code: 'UNAVAILABLE', message, ...(hint ? { hint } : {}) }))
    }
  }

  #failAll(reason: string): void {
    for (const { failed } of this.#pending.values())
      failed(new CallError({ code: 'UNAVAILABLE', message: reason }))
    this.#pending.clear()
  }

  /** Ends a connection on which nothing was received for too long; the browser may not notice. */
  #heard(): void {
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#silence = setTimeout(() => {
      socket?.close()
      // A dead connection is not closed by the other side.
      socket?.onclose?.(new CloseEvent('close'))
    }, this.#silenceMs)
  }

  #set(status: HubStatus): void {
    this.#status = status
    for (const watcher of this.#watchers) watcher(status)
  }

  #tell(event: HubEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** The tools of the story that an invitation allows, as the window calls its own. */
export function hubBridge(hub: HubConnection): Bridge {
  return {
    origin: `star/human/${hub.invitation.name}`,
    call: ({ name, args, node }) =>
      hub.act(name, { ...(node ? { node } : {}), ...args }) as Promise<Answer>,
    subscribe: (onEvent, lost) =>
      hub.subscribe(({ event, data }) => {
        if (event === 'lost') lost()
        else if (event === 'data:changed')
          onEvent({ sequence: 0, ...(data as object) } as StoryEvent)
      }),
    // Images are read in parts, see `readImage`.
    assetUrl: () => 'data:,',
  }
}

/** Why an action was not done: the tool's own words, else those of the protocol. */
function reportOf({ message, data }: { message: string; data: unknown }): ErrorReport {
  const { output, details } = (data ?? {}) as {
    output?: { error?: ErrorReport }
    details?: { reason?: string; suggested_action?: string }
  }
  if (output?.error) return output.error
  const code: Code = details?.reason === 'not_granted' ? 'PERMISSION_DENIED' : 'UNAVAILABLE'
  const hint = details?.suggested_action
  return { code, message, ...(hint ? { hint } : {}) }
}

/** An id that no other message has; pages without encryption have no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('')
}
