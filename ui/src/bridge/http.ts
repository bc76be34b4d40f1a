/**
 * The wire to the program's own server on this machine. The token comes once in the address's
 * fragment, which browsers never send, and is kept for this tab alone.
 */

import type { Bridge } from './bridge'
import type { Program } from './program'
import type { Answer, Call, StoryEvent } from './wire'

const STORAGE_KEY = 'storyteller-token'

/** Takes the token out of the address, so that it is not copied along with it. */
export function takeTokenFromUrl(): string {
  const given = tokenInUrl()
  // The program was started again and its new address pasted over this page: a browser loads nothing
  // for what stands behind the `#`.
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

/** A name for this window that lasts as long as it is open. */
function newOrigin(): string {
  return `window/${crypto.randomUUID()}`
}

export function httpProgram(token: string): Program {
  const origin = newOrigin()
  const watchers = new Set<(reached: boolean) => void>()
  const tell = (reached: boolean) => {
    for (const heard of watchers) heard(reached)
  }
  const authorized = { Authorization: `Bearer ${token}` }
  const send = async (call: Call, story?: string): Promise<Answer> => {
    const answer = await fetch('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorized },
      body: JSON.stringify({ ...call, origin, ...(story ? { story } : {}) }),
    })
    return (await answer.json()) as Answer
  }
  const story = (key: string): Bridge => ({
    origin,
    call: (call) => send(call, key),
    subscribe(heard, lost) {
      const stop = new AbortController()
      const address = `/api/events?story=${encodeURIComponent(key)}`
      void follow(address, authorized, { heard, lost, reached: tell }, stop.signal)
      return () => stop.abort()
    },
    watch(heard) {
      watchers.add(heard)
      return () => watchers.delete(heard)
    },
    // Pictures are asked for by the browser itself: a cookie of the first call lets them through.
    assetUrl: (hash) => `/assets/${hash}`,
  })
  return { origin, call: (call) => send(call), story }
}

interface StreamHandlers {
  heard: (event: StoryEvent) => void
  lost: () => void
  reached: (reached: boolean) => void
}

/** Reads the stream of events, joining it again after a break, and says when something was missed. */
async function follow(
  address: string,
  headers: Record<string, string>,
  { heard, lost, reached }: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  let wait = 250
  while (!signal.aborted) {
    try {
      const answer = await fetch(address, { headers, signal })
      if (!answer.ok || !answer.body) throw new Error(`the stream answered ${answer.status}`)
      wait = 250
      reached(true)
      // The first time too: what happened while the stream was being joined was not heard.
      lost()
      for await (const data of frames(answer.body)) heard(JSON.parse(data) as StoryEvent)
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
