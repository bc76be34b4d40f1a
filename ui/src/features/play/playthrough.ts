/** One playthrough, given by its start and its steps; the program computes everything else. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ErrorReport, type ToolOutput, toErrorReport } from '../../bridge'
import { type NodeName, readingSeed, useRevision, useSession } from '../../document'
import { useDock } from '../../state'

export type Value = Playthrough['variables'][string]

/** A choice as it stands. */
export type PlayChoice = Playthrough['choices'][number]

/** What `play_story` answers. */
export type Playthrough = ToolOutput<'play_story'>

/** Where a reading begins, and what was done since. */
export interface PlaythroughSpec {
  from: string | undefined
  /** Assignments it begins with. */
  state: string
  /** The seed of its random numbers; 0 where it is left out. */
  seed?: number
  steps: readonly string[]
}

export interface PlaythroughControls {
  reading: Playthrough | undefined
  fault: ErrorReport | undefined
  spec: PlaythroughSpec
  /** The variables that the last step set, changed or took away. */
  changed: ReadonlySet<string>
  /** The label of a choice when it was last offered, by its step; it may be gone since. */
  labelOf(step: string): string | undefined
  /** Takes a choice, or the way back, by its step. */
  choose(taken: string): void
  /** Sets a variable by hand, as one more step. */
  set(name: string, value: Value): void
  back(): void
  /** Goes back to where that many steps had been made. */
  backTo(steps: number): void
  again(): void
  begin(spec: PlaythroughSpec): void
  /** The language it is played in; empty for the one the story is written in. */
  language: string
  setLanguage(code: string): void
}

/** A value as the language writes it. */
export function written(value: Value): string {
  if (typeof value !== 'string') return value === null ? '""' : String(value)
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** What somebody typed: a number, true or false, or a text. */
export function typed(text: string): Value {
  const plain = text.trim()
  if (plain === 'true') return true
  if (plain === 'false') return false
  if (/^-?\d+(\.\d+)?$/.test(plain)) return Number(plain)
  return plain.replace(/^"(.*)"$/, '$1')
}

/** Variables as assignments, to begin with. */
export function formatState(variables: Record<string, Value>): string {
  const set = Object.entries(variables)
  return set.map(([name, value]) => `${name} = ${written(value)}`).join('; ')
}

/**
 * A step by hand holds an assignment; one that takes a choice is an edge's id, a way back, or in Ink a
 * number with the choice's words.
 */
export const isChoice = (step: string) => !step.includes('=') || /^\d+\. /.test(step)

/** The step of a way back that takes back the last choice, and what was set by hand since. */
const UNDO = 'undo'

/** A node passed, or variables set by hand, and how many steps had been made then. */
export type PathStep = { node: NodeName; steps: number } | { set: string; steps: number }

/** The way so far, its beginning first. */
export function playedPath({
  from,
  path,
  steps,
}: Pick<Playthrough, 'from' | 'path' | 'steps'>): PathStep[] {
  let choices = 0
  const since = steps.map((step, index): PathStep => {
    if (!isChoice(step)) return { set: step, steps: index + 1 }
    choices += 1
    return { node: path[choices] ?? from, steps: index + 1 }
  })
  return [{ node: from, steps: 0 }, ...since]
}

/** The words of a choice: its label, or where it leads. */
export function wordsOf({ label, to }: PlayChoice): string {
  return label || (to?.title ?? '…')
}

/** Variables that differ between two readings. */
export function changedVariables(one: Playthrough | undefined, other: Playthrough): Set<string> {
  const [before, now] = [one?.variables ?? {}, other.variables]
  const names = [...Object.keys(before), ...Object.keys(now)]
  return new Set(one ? names.filter((it) => before[it] !== now[it]) : [])
}

/** Begins at a node as it is held in a state: what entering it does again is set back. */
export function startingAt(node: string, state: string): PlaythroughSpec {
  return { from: node, state, seed: readingSeed(), steps: state ? [state] : [] }
}

/** How long the story rests before the path is walked again, in milliseconds. */
const REST = 200

export function usePlaythrough(): PlaythroughControls {
  const session = useSession()
  const number = useRevision()
  const asked = useDock((it) => it.from)
  const [spec, setSpec] = useState<PlaythroughSpec>(() => requestedStart(asked))
  const [language, setLanguage] = useState('')
  const [reading, setReading] = useState<Playthrough>()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<ErrorReport>()
  const shown = useRef<{ reading: Playthrough; spec: PlaythroughSpec }>(undefined)
  const labels = useRef(new Map<string, string>())
  const seen = useRef(asked.asked)
  const last = useRef({ number, spec })

  useEffect(() => {
    if (seen.current === asked.asked) return
    seen.current = asked.asked
    setSpec(requestedStart(asked))
  }, [asked])

  useEffect(() => {
    let left = false
    const edited = last.current.number !== number
    last.current = { number, spec }
    const timer = setTimeout(
      () => {
        const { from, state, seed, steps } = spec
        const args = {
          ...(from === undefined ? {} : { from }),
          ...(language === '' ? {} : { language }),
          ...(seed === undefined ? {} : { seed }),
          state,
          steps,
        }
        session.data('play_story', args).then(
          (it) => {
            if (left) return
            const before = shown.current
            if (before?.spec !== spec) setChanged(changedVariables(before?.reading, it))
            shown.current = { reading: it, spec }
            for (const choice of it.choices) labels.current.set(choice.step, wordsOf(choice))
            if (it.way_back) {
              const { step, label, to } = it.way_back
              labels.current.set(step, label || to.title)
            }
            setReading(it)
            setFault(undefined)
            const counts = new Map(it.visited.map((visit) => [visit.node, visit.count]))
            useDock.getState().setVisits({ counts, at: it.node.id })
          },
          (why: unknown) => !left && setFault(toErrorReport(why)),
        )
      },
      edited ? REST : 0,
    )
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, spec, number, language])

  useEffect(() => () => useDock.getState().setVisits(undefined), [])

  // What was done beyond where the reading stopped is given up with the next step.
  const made = reading?.stopped ? reading.steps : spec.steps
  const step = useCallback(
    (next: string) => setSpec({ ...spec, steps: [...made, next] }),
    [spec, made],
  )
  return {
    reading,
    fault,
    spec,
    changed,
    labelOf: (step) => labels.current.get(step),
    // A choice is one of what is shown; while the page is turning, the shown ones are of the last.
    choose: (taken) => {
      if (shown.current?.spec !== spec) return
      if (taken === UNDO) setSpec({ ...spec, steps: made.slice(0, made.findLastIndex(isChoice)) })
      else step(taken)
    },
    set: (name, value) => step(`${name} = ${written(value)}`),
    back: () => setSpec({ ...spec, steps: made.slice(0, -1) }),
    backTo: (steps) => setSpec({ ...spec, steps: made.slice(0, steps) }),
    again: () => setSpec({ ...spec, seed: readingSeed(), steps: [] }),
    begin: setSpec,
    language,
    setLanguage,
  }
}

function requestedStart(asked: {
  node?: string
  steps?: readonly string[]
  seed?: number
}): PlaythroughSpec {
  const { node, steps = [], seed = readingSeed() } = asked
  return { from: node, state: '', seed, steps }
}
