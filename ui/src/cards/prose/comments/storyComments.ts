/** The open comments of the story by node: read once for all texts that are shown. */

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../../bridge'
import { type Session, useDraft, useRevision, useSession } from '../../../document'

/** A comment as `list_findings` tells it. */
export type Comment = ToolOutput<'list_findings'>['findings'][number]

interface State {
  byNode: ReadonlyMap<string, readonly Comment[]>
  /** Why they could not be read last; what was read before stays. */
  fault: ErrorReport | undefined
}

/** The most comments that are shown. */
const MOST = 1000
/** How long the story rests before they are read again, in milliseconds. */
const REST = 350

const NONE: readonly Comment[] = []

class StoryComments {
  readonly #session: Session
  readonly #listeners = new Set<() => void>()
  #state: State = { byNode: new Map(), fault: undefined }
  /** What the story was when they were asked for last. */
  #asked = ''
  #count = 0

  constructor(session: Session) {
    this.#session = session
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = () => this.#state

  /** Whether they were asked for. */
  get wasAsked(): boolean {
    return this.#asked !== ''
  }

  /** Reads them, unless they were asked for since the story was this. */
  async read(story: string): Promise<void> {
    if (story === this.#asked) return
    this.#asked = story
    await this.reread()
  }

  async reread(): Promise<void> {
    this.#count += 1
    const mine = this.#count
    try {
      const { findings } = await this.#session.data('list_findings', {
        sort: 'comment',
        limit: MOST,
      })
      if (mine === this.#count) this.#stand({ byNode: byNode(findings), fault: undefined })
    } catch (error) {
      if (mine === this.#count) this.#stand({ ...this.#state, fault: toErrorReport(error) })
    }
  }

  #stand(state: State): void {
    this.#state = state
    for (const tell of this.#listeners) tell()
  }
}

function byNode(comments: readonly Comment[]): Map<string, Comment[]> {
  const all = new Map<string, Comment[]>()
  for (const comment of comments) {
    const node = comment.passage.node?.id
    if (node === undefined || comment.state === 'waived') continue
    const others = all.get(node)
    if (others) others.push(comment)
    else all.set(node, [comment])
  }
  return all
}

const stores = new WeakMap<Session, StoryComments>()

function storeOf(session: Session): StoryComments {
  const known = stores.get(session)
  if (known) return known
  const store = new StoryComments(session)
  stores.set(session, store)
  return store
}

/** The open comments of a text, at once and again a moment after each change of the story. */
export function useCommentsOf(node: string) {
  const session = useSession()
  const revision = useRevision()
  const draft = useDraft()
  const store = storeOf(session)
  const { byNode, fault } = useSyncExternalStore(store.subscribe, store.snapshot)
  useEffect(() => {
    const story = `${draft ?? ''} ${revision}`
    const timer = setTimeout(() => void store.read(story), store.wasAsked ? REST : 0)
    return () => clearTimeout(timer)
  }, [store, revision, draft])
  const reread = useCallback(() => store.reread(), [store])
  return { comments: byNode.get(node) ?? NONE, fault, reread }
}
