/**
 * A story as a guest has it: what may be done, who is there and what was written to one another,
 * read anew after each break and brought up to date by the story's events.
 */

import { useCallback, useEffect, useState } from 'react'
import { type ErrorReport, type HubConnection, type HubStatus, toErrorReport } from '../bridge'
import { withMessage } from '../cards/chat/withMessage'
import type { Level, Participant, PostedMessage } from '../generated/workspaceTools'

/** What `list_actions` answers, as far as it is used. */
interface GuestRights {
  environment: { id: string; title: string }
  you: { id: string; name: string; level: Level; until: string | null; writes_go_to: string | null }
  actions: readonly { action: string }[]
}

export interface GuestStory {
  status: HubStatus
  rights: GuestRights | undefined
  people: readonly Participant[]
  messages: readonly PostedMessage[] | undefined
  fault: ErrorReport | undefined
  /** Whether an action is allowed. */
  may: (action: string) => boolean
  /** Whether the message was sent. */
  send: (text: string) => Promise<boolean>
}

/** How many of the newest messages are shown. */
const MESSAGES = 200

export function useGuestStory(hub: HubConnection): GuestStory {
  const [status, setStatus] = useState(hub.status)
  const [rights, setRights] = useState<GuestRights>()
  const [people, setPeople] = useState<readonly Participant[]>([])
  const [messages, setMessages] = useState<readonly PostedMessage[]>()
  const [fault, setFault] = useState<ErrorReport>()

  useEffect(() => {
    const failed = (error: unknown) => setFault(toErrorReport(error))
    const readPeople = async () => {
      const { participants } = (await hub.act('list_participants', {})) as {
        participants: Participant[]
      }
      setPeople(participants)
    }
    let isReadingRights = false
    const readRights = async () => {
      isReadingRights = true
      try {
        setRights((await hub.act('list_actions', {})) as GuestRights)
      } finally {
        isReadingRights = false
      }
    }
    const readAll = async () => {
      await readRights()
      const read = (await hub.act('list_messages', { limit: MESSAGES })) as {
        messages: PostedMessage[]
      }
      setMessages(read.messages)
      await readPeople()
      setFault(undefined)
    }
    const stopWatching = hub.watch(setStatus)
    const stopListening = hub.subscribe(({ event, data }) => {
      if (event === 'lost') void readAll().catch(failed)
      else if (event === 'message_posted')
        setMessages((old) => withMessage(old, data as PostedMessage))
      // That rights may not be read says nothing new about them.
      else if (event === 'denied' && !isReadingRights) void readRights().catch(failed)
      else if (event === 'permission_changed') {
        const { client } = data as { client: string }
        if (client === hub.invitation.name) void readRights().catch(failed)
      } else if (event.startsWith('participant_')) void readPeople().catch(failed)
    })
    setStatus(hub.status)
    if (hub.status.state === 'connected') void readAll().catch(failed)
    return () => {
      stopWatching()
      stopListening()
    }
  }, [hub])

  const may = useCallback(
    (action: string) => rights?.actions.some((it) => it.action === action) ?? false,
    [rights],
  )
  const send = useCallback(
    async (text: string) => {
      try {
        const message = (await hub.act('post_message', { text })) as PostedMessage
        setMessages((old) => withMessage(old, message))
        setFault(undefined)
        return true
      } catch (error) {
        setFault(toErrorReport(error))
        return false
      }
    },
    [hub],
  )
  return { status, rights, people, messages, fault, may, send }
}
