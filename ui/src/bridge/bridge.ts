/** The window's only way out: call a tool, hear what happened, name a picture. */

import type { Answer, Call, ErrorReport, StoryEvent } from './wire'

export interface Bridge {
  /** This window's name, so that it can tell its own changes from others'. */
  readonly origin: string
  /** Calls a tool; a failure is an answer too. Rejects only where the program cannot be reached. */
  call(call: Call): Promise<Answer>
  /** Hears every event until the returned function is called; `lost` is said after a gap. */
  subscribe(heard: (event: StoryEvent) => void, lost: () => void): () => void
  /** Hears whether the program can be reached, at each change, until the function is called. */
  watch?(heard: (reached: boolean) => void): () => void
  /** The address of a stored picture. */
  assetUrl(hash: string): string
}

/** A tool's failure, where the caller wants to stop rather than look. */
export class CallError extends Error {
  readonly report: ErrorReport

  constructor(report: ErrorReport) {
    super(report.message)
    this.report = report
  }
}

/** What a thrown error stands for: a tool's failure, or that the program was not reached at all. */
export function toErrorReport(error: unknown): ErrorReport {
  if (error instanceof CallError) return error.report
  return { code: 'UNAVAILABLE', message: error instanceof Error ? error.message : String(error) }
}

/** Calls a tool and gives its data; throws {@link CallError} on a failure. */
export async function callData<T>(bridge: Pick<Bridge, 'call'>, call: Call): Promise<T> {
  const answer = await bridge.call(call)
  if (answer.status === 'failure' || !answer.result) {
    throw new CallError(
      answer.error ?? { code: 'INTERNAL', message: `${call.name} gave no result` },
    )
  }
  return answer.result.data as T
}
