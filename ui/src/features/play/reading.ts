/** One reading, told by where it began and its steps; the program works out everything else. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { useDock } from '../../actions'
import { type NodeName, useNumber, useSession } from '../../document'

export type Value = string | number | boolean | null

/** A choice as it stands. */
export interface Offered {
  edge: string
  label: string
  to: NodeName
  open: boolean
  why?: string
}

/** What `play_story` answers. */
export interface Reading {
  from: NodeName
  node: NodeName
  kind: string
  text: string
  image?: string
  ending: boolean
  over: boolean
  choices: Offered[]
  variables: Record<string, Value>
  steps: string[]
  path: NodeName[]
  visited: { node: string; count: number }[]
  stopped?: { step: number; why: string }
}

/** Where a reading begins, and what was done since. */
export interface Told {
  from: string | undefined
  /** Assignments it begins with. */
  state: string
  steps: readonly string[]
}

export interface Playing {
  reading: Reading | undefined
  fault: string | undefined
  told: Told
  choose(edge: string): void
  /** Sets a variable by hand, as one more step. */
  set(name: string, value: Value): void
  back(): void
  /** Goes back to the place of that many choices. */
  backTo(choices: number): void
  again(): void
  begin(told: Told): void
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
export function asState(variables: Record<string, Value>): string {
  const set = Object.entries(variables)
  return set.map(([name, value]) => `${name} = ${written(value)}`).join('; ')
}

/** A step by hand holds an assignment; one that takes a choice is an edge's id. */
const isChoice = (step: string) => !step.includes('=')

/** How long the story rests before the path is walked again, in milliseconds. */
const REST = 200

export function usePlaying(): Playing {
  const session = useSession()
  const number = useNumber()
  const asked = useDock((it) => it.from)
  const [told, setTold] = useState<Told>(() => fromAsked(asked))
  const [reading, setReading] = useState<Reading>()
  const [fault, setFault] = useState<string>()
  const seen = useRef(asked.asked)
  const last = useRef({ number, told })

  useEffect(() => {
    if (seen.current === asked.asked) return
    seen.current = asked.asked
    setTold(fromAsked(asked))
  }, [asked])

  useEffect(() => {
    let left = false
    const edited = last.current.number !== number
    last.current = { number, told }
    const timer = setTimeout(
      () => {
        const { from, state, steps } = told
        const args = { ...(from === undefined ? {} : { from }), state, steps }
        session.data<Reading>('play_story', args).then(
          (it) => {
            if (left) return
            setReading(it)
            setFault(undefined)
            const counts = new Map(it.visited.map((visit) => [visit.node, visit.count]))
            useDock.getState().setVisits({ counts, at: it.node.id })
          },
          (why: unknown) => !left && setFault(why instanceof Error ? why.message : String(why)),
        )
      },
      edited ? REST : 0,
    )
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [session, told, number])

  useEffect(() => () => useDock.getState().setVisits(undefined), [])

  // What was done beyond where the reading stopped is given up with the next step.
  const made = reading?.stopped ? reading.steps : told.steps
  const step = useCallback(
    (next: string) => setTold({ ...told, steps: [...made, next] }),
    [told, made],
  )
  return {
    reading,
    fault,
    told,
    choose: step,
    set: (name, value) => step(`${name} = ${written(value)}`),
    back: () => setTold({ ...told, steps: made.slice(0, -1) }),
    backTo: (choices) => {
      let count = 0
      const end = made.findIndex((it) => isChoice(it) && ++count > choices)
      setTold({ ...told, steps: end < 0 ? made : made.slice(0, end) })
    },
    again: () => setTold({ ...told, steps: [] }),
    begin: setTold,
  }
}

function fromAsked(asked: { node?: string; steps?: readonly string[] }): Told {
  return { from: asked.node, state: '', steps: asked.steps ?? [] }
}
