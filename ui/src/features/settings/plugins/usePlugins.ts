/** The state of MCP servers, and actions on them. */

import { useCallback, useEffect, useState } from 'react'
import {
  callProgram,
  type ErrorReport,
  type Program,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../../../bridge'

export type Plugin = ToolOutput<'list_outside_servers'>['servers'][number]
export type PluginTool = Plugin['tools'][number]

/** How soon the servers are looked at again while one starts, in milliseconds. */
const WHILE_STARTING = 700
/** The same otherwise: one may end by itself, or be there again. */
const WHILE_SHOWN = 2500

type Doing =
  | 'list_outside_servers'
  | 'set_outside_server'
  | 'remove_outside_server'
  | 'start_outside_server'
  | 'stop_outside_server'
  | 'set_outside_tool'
  | 'sign_in_to_server'
  | 'sign_out_of_server'

export function usePlugins(program: Program) {
  const [plugins, setPlugins] = useState<readonly Plugin[]>()
  const [fault, setFault] = useState<ErrorReport>()
  /** Does it and shows what there is then; whether it worked. */
  const act = useCallback(
    async <N extends Doing>(name: N, args: ToolInput<N>): Promise<boolean> => {
      try {
        const { servers } = await callProgram(program, name, args)
        setPlugins(servers)
        setFault(undefined)
        return true
      } catch (error) {
        setFault(toErrorReport(error))
        return false
      }
    },
    [program],
  )
  useEffect(() => {
    void act('list_outside_servers', {})
  }, [act])
  const isStarting =
    plugins?.some((it) => it.phase === 'starting' || it.sign_in.state === 'waiting') ?? false
  const isEmpty = plugins === undefined || plugins.length === 0
  useEffect(() => {
    if (isEmpty) return
    const look = async () => {
      try {
        setPlugins((await callProgram(program, 'list_outside_servers', {})).servers)
      } catch {
        // What a person did last is told; that nobody answers now is told elsewhere.
      }
    }
    const timer = setInterval(() => void look(), isStarting ? WHILE_STARTING : WHILE_SHOWN)
    return () => clearInterval(timer)
  }, [isStarting, isEmpty, program])
  return { plugins, fault, act }
}
