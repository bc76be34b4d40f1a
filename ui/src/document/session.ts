/**
 * One open story in this window: the bridge, the mirror, and what keeps the two in step. Events are
 * thin ("number 481, these nodes"), so each is answered with one reading of what changed since;
 * readings that come in a burst are asked for once.
 */

import { type Answer, type Bridge, type Call, callData, type StoryEvent } from '../bridge'
import type { ToolMap, ToolName } from '../generated/tools'
import { Mirror } from './mirror'
import { highlightNodes } from './recentChanges'
import { clearRuns, handleProgress } from './runs'
import type { MapSnapshot, NodeCard } from './types'

/** What a tool takes, lists of any kind among it; of a name that is known only later, anything. */
export type ArgsOf<N extends string> = string extends N
  ? Record<string, unknown>
  : N extends ToolName
    ? Loosened<ToolMap[N]>
    : never

type Loosened<T> = T extends readonly (infer U)[]
  ? readonly Loosened<U>[]
  : T extends object
    ? { [K in keyof T]: Loosened<T[K]> }
    : T

export class Session {
  readonly mirror = new Mirror()
  readonly bridge: Bridge
  /** The draft laid over the story in this window, if one is looked at. */
  draft: string | undefined
  /** The cards of the story itself, from the moment a draft was laid over it. */
  before: ReadonlyMap<string, NodeCard> = new Map()
  readonly #heard = new Set<(event: StoryEvent) => void>()
  #reading: Promise<void> | undefined
  #next: 'changes' | 'whole' | undefined
  #stop: (() => void) | undefined

  constructor(bridge: Bridge) {
    this.bridge = bridge
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
    this.#heard.clear()
    clearRuns()
  }

  /** Calls a tool; the story's change comes back through the feed. */
  call<N extends string>(name: N, args?: ArgsOf<N>, node?: string): Promise<Answer> {
    return this.bridge.call(this.#call(name, { ...args }, node))
  }

  /** Calls a tool and gives its data; throws `CallFailed` on a failure. */
  data<T>(name: ToolName, args: Record<string, unknown> = {}, node?: string): Promise<T> {
    return callData<T>(this.bridge, this.#call(name, args, node))
  }

  /** Hears every event until the returned function is called. */
  listen(heard: (event: StoryEvent) => void): () => void {
    this.#heard.add(heard)
    return () => this.#heard.delete(heard)
  }

  /** Looks at the story with a draft laid over it, or at the story itself. */
  async showDraft(draft: string | undefined): Promise<void> {
    if (this.draft === undefined && draft !== undefined) this.before = new Map(this.mirror.nodes)
    this.draft = draft
    await this.refresh(true)
  }

  /** Reads what changed (or everything) into the mirror; done when nothing asked for is left. */
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
    this.mirror.apply(await this.data<MapSnapshot>('read_map', since))
  }

  /** Refreshes unasked; what cannot be read now is read at the next event or when joined again. */
  async #catchUp(whole: boolean): Promise<void> {
    await this.refresh(whole).catch(() => undefined)
  }

  #take(event: StoryEvent): void {
    // A change in a draft that is not looked at moves nothing that is shown.
    const shown = event.type === 'data:changed' && (!event.draft || event.draft === this.draft)
    if (shown) {
      void this.#catchUp(event.draft !== null)
      // What this window did itself needs no light: the writer is looking at it.
      const isOthers = event.turn !== null || event.origin !== this.bridge.origin
      if (isOthers) highlightNodes(event.nodes)
    }
    if (event.type === 'progress') handleProgress(event)
    for (const heard of this.#heard) heard(event)
  }

  #call(name: string, args: Record<string, unknown>, node: string | undefined): Call {
    return {
      name,
      args,
      ...(node === undefined ? {} : { node }),
      ...(this.draft === undefined ? {} : { draft: this.draft }),
    }
  }
}
