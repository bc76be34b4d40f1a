/** What each tool takes and returns, by its name, from the types that the program's tools generate. */

import type { ToolMap, ToolName } from '../generated/tools'
import type { WorkspaceToolMap, WorkspaceToolName } from '../generated/workspaceTools'

/** Every tool: those of a story, and those of the workspace. */
export type AnyToolName = ToolName | WorkspaceToolName

type AnyToolMap = ToolMap & WorkspaceToolMap

/** A tool's arguments, with any kind of list, and fields left out as undefined; anything for a name known only at run time. */
export type ToolInput<N extends string> = string extends N
  ? Record<string, unknown>
  : N extends AnyToolName
    ? Loosened<AnyToolMap[N]['input']>
    : Record<string, unknown>

/** What a tool returns; anything for a name known only at run time. */
export type ToolOutput<N extends string> = N extends AnyToolName ? AnyToolMap[N]['output'] : unknown

type Loosened<T> = T extends readonly (infer U)[]
  ? readonly Loosened<U>[]
  : T extends object
    ? {
        [K in keyof T]: IsOptional<T, K> extends true ? Loosened<T[K]> | undefined : Loosened<T[K]>
      }
    : T

type IsOptional<T, K extends keyof T> = Partial<Pick<T, K>> extends Pick<T, K> ? true : false
