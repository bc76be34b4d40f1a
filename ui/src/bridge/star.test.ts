/** Tests of the connection of a guest to a hub: what is sent when, over a socket whose messages are given. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HubConnection } from './star'

/** The other end of the connection, which speaks what a hub does. */
class Socket {
  static last: Socket
  readonly sent: { payload: { id: string; action: string } }[] = []
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void

  constructor() {
    Socket.last = this
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  close() {}

  say(type: string, payload: object, sender = { id: 'hub', type: 'hub' }) {
    this.onmessage?.({ data: JSON.stringify({ type, sender, payload }) })
  }

  beat() {
    this.say('heartbeat', { timeout_ms: 30_000 })
  }

  isAbsent(id: string) {
    const details = { reason: 'environment_offline', original_message_id: id }
    this.say('error', { message: 'no such environment', details })
  }

  answer(id: string, data: unknown) {
    const outcome = { status: 'success', message: '', data }
    this.say('message', { type: 'outcome', id, outcome }, { id: 'ferry', type: 'environment' })
  }
}

let hub: HubConnection

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  hub = new HubConnection('ws://127.0.0.1:1', { environment: 'ferry', name: 'ann', credential: '' })
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ids = (socket: Socket) => socket.sent.map(({ payload }) => payload.id)

test('what was asked before the connection is sent when it is there, and once more after a break', async () => {
  const read = hub.act('read_texts', {})
  const first = Socket.last
  expect(first.sent).toEqual([])
  first.beat()
  expect(ids(first)).toHaveLength(1)
  first.onclose?.({ code: 1006 })
  vi.runOnlyPendingTimers()
  expect(Socket.last).not.toBe(first)
  Socket.last.beat()
  expect(ids(Socket.last)).toEqual(ids(first))
  Socket.last.answer(ids(first)[0] ?? '', 'read')
  expect(await read).toBe('read')
})

test('a story that comes back while the hub still says that it is not there is connected', async () => {
  const heard: string[] = []
  hub.subscribe(({ event }) => heard.push(event))
  const socket = Socket.last
  socket.beat()
  const read = hub.act('read_texts', {})
  const [id = ''] = ids(socket)
  socket.say('message', { type: 'event', event: 'environment_online' })
  socket.isAbsent(id)
  expect(hub.status).toEqual({ state: 'absent' })
  socket.beat()
  expect(ids(socket)).toEqual([id, id, id])
  const missed = heard.length
  socket.answer(id, 'read')
  expect(await read).toBe('read')
  expect(hub.status).toEqual({ state: 'connected' })
  expect(heard.slice(missed)).toEqual(['lost'])
})

test('where less is allowed than before, listeners are told', async () => {
  const heard: string[] = []
  hub.subscribe(({ event }) => heard.push(event))
  const socket = Socket.last
  socket.beat()
  const write = hub.act('write_text', {})
  const details = { reason: 'not_granted' }
  const outcome = { status: 'failed', message: 'write_text is not granted', data: { details } }
  socket.say('message', { type: 'outcome', id: ids(socket)[0], outcome })
  await expect(write).rejects.toThrow('not granted')
  expect(heard.at(-1)).toBe('denied')
})
