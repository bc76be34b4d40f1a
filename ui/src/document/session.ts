/**
 * One open story in this window: the bridge, the mirror, and their synchronisation. Events are
 * small ("number 481, these nodes"), so each triggers one read of what changed since; reads
 * triggered in a burst are combined.
 */

import {
  type Answer,
  type Bridge,
  type CallOf,
  callData,
  callTool,
  type StoryEvent,
  type ToolInput,
  type ToolOutput,
} from '../bridge'
import type { ToolName } from '../generated/tools'
import { useSelection } from './hooks'
import { Mirror } from './mirror'
import { highlightNodes } from './recentChanges'
import { clearRuns, handleProgress } from './runs'
import type { NodeCard } from './types'

export class Session {
  readonly mirror = new Mirror()
  readonly bridge: Bridge
  /** The draft shown over the story in this window, if any. */
  draft: string | undefined
  /** The cards of the story itself, captured when a draft was shown over it. */
  before: ReadonlyMap<string, NodeCard> = new Map()
  readonly #listeners = new Set<(event: StoryEvent) => void>()
  #reading: Promise<void> | undefined
  #next: 'changes' | 'whole' | undefined
  #stop: (() => void) | undefined

  constructor(bridge: Bridge) {
    this.bridge = bridge
    // Before any view hears of the update, so that none acts on what is gone.
    this.mirror.subscribe((touched) => useSelection.getState().prune(this.mirror, touched))
  }

  /** Reads the story and follows it until {@link close}. */
  async open(): Promise<void> {
    this.#stop = this.bridge.subscribe(
      (event) => this.#take(event),
      () => {
        clearRuns()
        void this.#catchUp(true)
      },
    )
    await this.refresh(true)
  }

  close(): void {
    this.#stop?.()
    this.#listeners.clear()
    clearRuns()
  }

  /** Calls a tool; the story's change arrives through the feed. */
  call<N extends string>(
    name: N,
    args?: ToolInput<N>,
    node?: string,
  ): Promise<Answer<ToolOutput<N>>> {
    return callTool(this.bridge, this.#call(name, args, node))
  }

  /** The same for what costs money or cannot be undone, after the writer has said yes to it. */
  callConfirmed<N extends string>(name: N, args: ToolInput<N>): Promise<Answer<ToolOutput<N>>> {
    return callTool(this.bridge, { ...this.#call(name, args, undefined), confirmed: true })
  }

  /** Calls a tool and returns its data; throws `CallFailed` on a failure. */
  data<N extends ToolName>(name: N, args?: ToolInput<N>, node?: string): Promise<ToolOutput<N>> {
    return callData(this.bridge, this.#call(name, args, node))
  }

  /** Calls the listener on every event until the returned function is called. */
  listen(listener: (event: StoryEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the story with a draft over it, or the story itself. */
  async showDraft(draft: string | undefined): Promise<void> {
    if (this.draft === undefined && draft !== undefined) this.before = new Map(this.mirror.nodes)
    this.draft = draft
    await this.refresh(true)
  }

  /**
   * Reads what changed (or everything) into the mirror; resolves when nothing requested is left.
   */
  refresh(whole = false): Promise<void> {
    this.#next = whole || this.#next === 'whole' ? 'whole' : 'changes'
    this.#reading ??= this.#drain().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #drain(): Promise<void> {
    while (this.#next) {
      const whole = this.#next === 'whole'
      this.#next = undefined
      await this.#read(whole)
    }
  }

  async #read(whole: boolean): Promise<void> {
    const since = whole || this.mirror.number === 0 ? {} : { since: this.mirror.number }
    this.mirror.apply(await this.data('read_map', since))
  }

  /**
   * Refreshes in the background; after an error it is retried at the next event or reconnection.
   */
  async #catchUp(whole: boolean): Promise<void> {
    await this.refresh(whole).catch(() => undefined)
  }

  #take(event: StoryEvent): void {
    // A change in a draft that is not shown changes nothing visible.
    const shown = event.type === 'data:changed' && (!event.draft || event.draft === this.draft)
    if (shown) {
      void this.#catchUp(event.draft !== null)
      // This window's own changes need no highlight: the writer is looking at them.
      const isOthers = event.turn !== null || event.origin !== this.bridge.origin
      if (isOthers) highlightNodes(event.nodes)
    }
    if (event.type === 'progress') handleProgress(event)
    for (const listener of this.#listeners) listener(event)
  }

  #call<N extends string>(
    name: N,
    args: ToolInput<N> | undefined,
    node: string | undefined,
  ): CallOf<N> {
    return {
      name,
      args: { ...args } as ToolInput<N>,
      ...(node === undefined ? {} : { node }),
      ...(this.draft === undefined ? {} : { draft: this.draft }),
    }
  }
}
