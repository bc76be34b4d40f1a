/** The connection inside the desktop window: the same calls and events, over Tauri's IPC. */

import { Channel, invoke, isTauri } from '@tauri-apps/api/core'
import type { Bridge } from './bridge'
import type { Program, WindowEvent } from './program'
import type { Answer, Call, StoryEvent } from './wire'

/** Where the web view serves stored pictures. */
const PICTURES = navigator.userAgent.includes('Windows')
  ? 'http://picture.localhost/'
  : 'picture://localhost/'

/** Whether the page is shown in the desktop window, not in a browser. */
export const isDesktopWindow = isTauri

export function tauriProgram(): Program {
  const origin = `window/${crypto.randomUUID()}`
  const send = (call: Call, story?: string) =>
    invoke<Answer>('call', { request: { ...call, origin, ...(story ? { story } : {}) } })

  return {
    origin,
    call: (call) => send(call),
    story: (key): Bridge => ({
      origin,
      call: (call) => send(call, key),
      subscribe(onEvent, lost) {
        let stopped = false
        const channel = new Channel<StoryEvent | { type: 'lost' }>((event) => {
          if (stopped) return
          if (event.type === 'lost') lost()
          else onEvent(event)
        })
        // Events during the connection attempt were not received.
        void invoke('events', { story: key, channel }).then(() => !stopped && lost())
        return () => {
          stopped = true
        }
      },
      assetUrl: (hash) => `${PICTURES}${hash}`,
    }),
    native: {
      listen: async (onEvent) => {
        const answer = await invoke<Answer>('events', {
          channel: new Channel<WindowEvent>(onEvent),
        })
        return answer.result?.data as { begins: boolean }
      },
    },
  }
}
