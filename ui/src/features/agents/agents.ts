/** The state of agents and people of other programs, and how it is kept up to date. */

import { useCallback, useEffect, useRef, useState } from 'react'
import {
  callProgram,
  type ErrorReport,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../../bridge'
import { useSession } from '../../document'
import type { CredentialRecord, WorkspaceToolName } from '../../generated/workspaceTools'

export type { Participant } from '../../generated/workspaceTools'

export const LEVELS = ['read', 'comment', 'draft', 'write'] as const
export type Level = (typeof LEVELS)[number]

/** How long a credential may live, in minutes. */
export const LIFETIMES = [10, 60, 480, 10_080] as const

export type Credential = CredentialRecord
/** A credential that was just made; the secret is shown this once. */
export type IssuedCredential = ToolOutput<'add_agent_credential'>
/** Who is connected, and who may be. */
export type Agents = ToolOutput<'list_participants'> & ToolOutput<'list_agent_credentials'>

/** How long changes are gathered before the lists are read again, in milliseconds. */
const GATHER = 300

/** Calls a tool of the workspace about this story. */
export function useWorkspaceTool() {
  const { bridge } = useSession()
  return useCallback(
    <N extends WorkspaceToolName>(name: N, args: ToolInput<N>) => callProgram(bridge, name, args),
    [bridge],
  )
}

/** The lists as they are, read again when the program says that they changed. */
export function useAgents() {
  const session = useSession()
  const call = useWorkspaceTool()
  const [agents, setAgents] = useState<Agents>()
  const [unread, setUnread] = useState<ErrorReport>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = useCallback(async () => {
    try {
      const [present, { credentials }] = await Promise.all([
        call('list_participants', {}),
        call('list_agent_credentials', {}),
      ])
      setAgents({ ...present, credentials })
      setUnread(undefined)
    } catch (error) {
      setUnread(toErrorReport(error))
    }
  }, [call])
  useEffect(() => {
    void read()
    const stop = session.listen((event) => {
      if (event.type !== 'agents:changed') return
      // Busy agents change something many times a second.
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        void read()
      }, GATHER)
    })
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
      stop()
    }
  }, [session, read])
  return { agents, unread, read }
}
