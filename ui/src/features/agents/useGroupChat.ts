/** What the people and agents of the story write to one another, kept up to date. */

import { useCallback, useEffect, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { withMessage } from '../../cards'
import { useSession } from '../../document'
import type { PostedMessage } from '../../generated/workspaceTools'
import { useWorkspaceTool } from './agents'

/** How many of the newest messages are shown. */
const MESSAGES = 200

export interface GroupChat {
  /** Oldest first; missing while they are read. */
  messages: readonly PostedMessage[] | undefined
  fault: ErrorReport | undefined
  /** Whether it was sent. */
  send: (text: string) => Promise<boolean>
}

export function useGroupChat(): GroupChat {
  const session = useSession()
  const call = useWorkspaceTool()
  const [messages, setMessages] = useState<readonly PostedMessage[]>()
  const [fault, setFault] = useState<ErrorReport>()
  const failed = useCallback((error: unknown) => setFault(toErrorReport(error)), [])
  const add = useCallback(
    (message: PostedMessage) => setMessages((old) => withMessage(old, message)),
    [],
  )
  useEffect(() => {
    const stop = session.listen((event) => {
      if (event.type === 'message:posted') add(event.message)
    })
    call('list_messages', { limit: MESSAGES }).then((read) => setMessages(read.messages), failed)
    return stop
  }, [session, call, add, failed])
  const send = async (text: string) => {
    try {
      add(await call('post_message', { text }))
      setFault(undefined)
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }
  return { messages, fault, send }
}
