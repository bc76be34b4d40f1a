/**
 * The connection to the program's server on this machine. The token is in the fragment of the
 * address, which browsers never send, and is stored for this tab only.
 */

import type { Bridge } from './bridge'
import type { Program } from './program'
import type { Answer, Call, StoryEvent } from './wire'

const STORAGE_KEY = 'storyteller-token'

/** Removes the token from the address, so that it is not copied with it. */
export function takeTokenFromUrl(): string {
  const given = tokenInUrl()
  // The program was restarted and its new address pasted over this page: a browser loads nothing
  // when only the part after `#` changes.
  window.addEventListener('hashchange', () => tokenInUrl() && location.reload())
  if (given) {
    sessionStorage.setItem(STORAGE_KEY, given)
    history.replaceState(null, '', location.pathname + location.search)
  }
  return given ?? sessionStorage.getItem(STORAGE_KEY) ?? ''
}

function tokenInUrl(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token')
}

/** A name for this window, valid as long as it is open. */
function newOrigin(): string {
  return `window/${crypto.randomUUID()}`
}

export function httpProgram(token: string): Program {
  const origin = newOrigin()
  const watchers = new Set<(reached: boolean) => void>()
  const tell = (reached: boolean) => {
    for (const watcher of watchers) watcher(reached)
  }
  const authorized = { Authorization: `Bearer ${token}` }
  const send = async (call: Call, story?: string): Promise<Answer> => {
    const answer = await fetch('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorized },
      body: JSON.stringify({ ...call, origin, ...(story ? { story } : {}) }),
    })
    const parsed = (await answer.json()) as Answer
    // The program was started again since: this page has the token of an earlier start.
    if (answer.status === 401 && parsed.error)
      parsed.error = { ...parsed.error, code: 'OTHER_START' }
    return parsed
  }
  const story = (key: string): Bridge => ({
    origin,
    call: (call) => send(call, key),
    subscribe(onEvent, lost) {
      const stop = new AbortController()
      const address = `/api/events?story=${encodeURIComponent(key)}`
      void follow(address, authorized, { onEvent, lost, reached: tell }, stop.signal)
      return () => stop.abort()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    // The browser itself requests pictures: a cookie set by the first call authorises them.
    assetUrl: (hash) => `/assets/${hash}`,
  })
  return { origin, call: (call) => send(call), story }
}

interface StreamHandlers {
  onEvent: (event: StoryEvent) => void
  lost: () => void
  reached: (reached: boolean) => void
}

/** Reads the event stream, reconnects after a break, and reports possible gaps. */
async function follow(
  address: string,
  headers: Record<string, string>,
  { onEvent, lost, reached }: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  let wait = 250
  while (!signal.aborted) {
    try {
      const answer = await fetch(address, { headers, signal })
      if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`)
      wait = 250
      reached(true)
      // The first time too: events during the connection attempt were not received.
      lost()
      for await (const data of frames(answer.body)) onEvent(JSON.parse(data) as StoryEvent)
    } catch {
      if (signal.aborted) return
    }
    reached(false)
    await new Promise((done) => setTimeout(done, wait))
    wait = Math.min(wait * 2, 4000)
  }
}

/** The `data:` of each event of a stream of server-sent events. */
async function* frames(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
  const reader = body.pipeThrough(decoder).getReader()
  let held = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    held += value
    const events = held.split('\n\n')
    held = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n').filter((it) => it.startsWith('data:'))
      if (lines.length > 0) yield lines.map((it) => it.slice(5).trimStart()).join('\n')
    }
  }
}
