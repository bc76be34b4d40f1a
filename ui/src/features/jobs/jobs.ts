/** The jobs of the story: loading, starting, resuming; and the running call of each. */

import { useCallback, useEffect, useState } from 'react'
import { create } from 'zustand'
import {
  callTool,
  type ErrorReport,
  type Progress,
  type ToolInput,
  type ToolOutput,
  toErrorReport,
} from '../../bridge'
import { useReading } from '../../cards'
import { useRuns, useSession } from '../../document'

/** A job and how far it is, as `list_jobs` tells it. */
export type Job = ToolOutput<'list_jobs'>['jobs'][number]

/** How long jobs rest between two readings while they run, in milliseconds. */
const REST = 250

interface BegunCalls {
  /** The jobs that calls of this window continue with, by the ids of the calls. */
  jobs: ReadonlyMap<string, string>
}

const useBegunCalls = create<BegunCalls>(() => ({ jobs: new Map() }))

/** The calls that carry out a job now. */
export function useJobRuns(): readonly Progress[] {
  const runs = useRuns((it) => it.runs)
  return runs.filter((it) => it.tool === 'run_job' || it.tool === 'check_continuity')
}

/** The jobs, read again as they get on. */
export function useJobs() {
  const { data, fault, reread: rereadJobs } = useReading('list_jobs', {})
  const drafts = useReading('list_drafts', {})
  const progress = useJobRuns().map((it) => `${it.run} ${it.done}`)
  const state = progress.join()
  const rereadDrafts = drafts.reread
  // Both: a job that is done before its progress was shown has a draft that nobody has read of.
  const reread = useCallback(async () => {
    await Promise.all([rereadJobs(), rereadDrafts()])
  }, [rereadJobs, rereadDrafts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a job has got on
  useEffect(() => {
    const timer = setTimeout(() => void reread(), REST)
    return () => clearTimeout(timer)
  }, [reread, state])
  const waiting = new Set(drafts.data?.drafts.map((it) => it.draft))
  return { jobs: data?.jobs, fault, reread, waiting }
}

/** The call that carries out a job; none if it is not known which of several that is. */
export function runOf(job: Job, jobs: readonly Job[], runs: readonly Progress[]) {
  const begun = useBegunCalls.getState().jobs
  const own = runs.find((it) => begun.get(it.call) === job.job)
  if (own) return own
  const known = new Set(begun.values())
  const others = runs.filter((it) => !begun.has(it.call))
  const left = jobs.filter((it) => it.running && !known.has(it.job))
  return others.length === 1 && left.length === 1 && left[0] === job ? others[0] : undefined
}

/** Begins a job or continues with one; the call lasts as long as the job does. */
export function useRunJob(reread: () => Promise<void>) {
  const { bridge } = useSession()
  const [fault, setFault] = useState<ErrorReport>()
  const run = useCallback(
    async (args: ToolInput<'run_job'>) => {
      const id = crypto.randomUUID()
      if (args.job !== undefined) {
        const jobs = new Map(useBegunCalls.getState().jobs).set(id, args.job)
        useBegunCalls.setState({ jobs })
      }
      setFault(undefined)
      // The press of the button is the person's yes to what it costs.
      const call = { name: 'run_job', args, id, confirmed: true } as const
      try {
        const { error } = await callTool(bridge, call)
        // A job that was stopped waits, and says so itself.
        if (error && error.code !== 'CANCELLED') setFault(error)
      } catch (error) {
        setFault(toErrorReport(error))
      }
      const jobs = new Map(useBegunCalls.getState().jobs)
      jobs.delete(id)
      useBegunCalls.setState({ jobs })
      await reread()
    },
    [bridge, reread],
  )
  return { run, fault }
}
