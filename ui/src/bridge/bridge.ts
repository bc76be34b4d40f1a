/**
 * The window's only connection to the program: calls tools, receives events, addresses pictures.
 */

import type { ToolInput, ToolOutput } from './toolTypes'
import type { Answer, Call, ErrorReport, StoryEvent } from './wire'

export interface Bridge {
  /** This window's name, to distinguish its own changes from others'. */
  readonly origin: string
  /** Calls a tool; a failure is an answer too. Rejects only if the program cannot be reached. */
  call(call: Call): Promise<Answer>
  /** Receives every event until the returned function is called; `lost` is called after a gap. */
  subscribe(onEvent: (event: StoryEvent) => void, lost: () => void): () => void
  /** Reports each change of whether the program can be reached, until the function is called. */
  watch?(onReached: (reached: boolean) => void): () => void
  /** The address of a stored picture. */
  assetUrl(hash: string): string
}

/** A tool's failure as an exception, for callers that do not handle it themselves. */
export class CallError extends Error {
  readonly report: ErrorReport

  constructor(report: ErrorReport) {
    super(report.message)
    this.report = report
  }
}

/** The reason for a thrown error: a tool's failure, or that the program was not reached. */
export function toErrorReport(error: unknown): ErrorReport {
  if (error instanceof CallError) return error.report
  // What a browser throws where nothing answers; its words differ and tell a writer nothing.
  if (error instanceof TypeError) return { code: 'OFFLINE', message: 'nothing answers' }
  return { code: 'UNAVAILABLE', message: error instanceof Error ? error.message : String(error) }
}

/** A call of one tool, with the arguments that it takes. */
export type CallOf<N extends string> = Omit<Call, 'name' | 'args'> & { name: N; args: ToolInput<N> }

/** Calls a tool; what it returns has the tool's type. */
export function callTool<N extends string>(
  bridge: Pick<Bridge, 'call'>,
  call: CallOf<N>,
): Promise<Answer<ToolOutput<N>>> {
  // The program's own tests hold every answer to the schema that the type is made from.
  return bridge.call({ ...call, args: { ...call.args } }) as Promise<Answer<ToolOutput<N>>>
}

/** Calls a tool and returns its data; throws {@link CallError} on a failure. */
export async function callData<N extends string>(
  bridge: Pick<Bridge, 'call'>,
  call: CallOf<N>,
): Promise<ToolOutput<N>> {
  const answer = await callTool(bridge, call)
  if (answer.status === 'failure' || !answer.result) {
    throw new CallError(
      answer.error ?? { code: 'INTERNAL', message: `${call.name} gave no result` },
    )
  }
  return answer.result.data
}
