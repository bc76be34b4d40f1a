/** The arguments of a call as a form holds them, and as they are sent. Pure. */

import type { Field } from '../../generated/commands'
import { commandOf } from './complete'

export type Args = Record<string, unknown>

export interface Pair {
  k: string
  v: string
}

/** How a field is edited; what no other way fits is written as JSON. */
export type Way = 'line' | 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'pairs' | 'json'

export interface Shown {
  field: Field
  way: Way
  /** Whether it is seen at once: it must be given, or was. */
  at_once: boolean
}

/** From here on a text has more than one line, in characters. */
const LONG = 60

/** The fields of a tool, those that were given first named; undefined for a tool nobody knows. */
export function shownFields(tool: string, args: Args): Shown[] | undefined {
  const fields = commandOf(tool)?.fields
  if (!fields) return undefined
  const known = new Set(fields.map((it) => it.name))
  const others = Object.keys(args).filter((it) => !known.has(it))
  const all = [...fields, ...others.map(otherField)]
  return all.map((field) => ({
    field,
    way: wayOf(field, args[field.name]),
    at_once: field.must || args[field.name] !== undefined,
  }))
}

function otherField(name: string): Field {
  return { name, takes: 'pairs', must: false, about: '' }
}

function wayOf({ name, takes }: Field, value: unknown): Way {
  const missing = value === undefined || value === null
  if (takes === 'text') {
    if (!missing && typeof value !== 'string') return 'json'
    const long = typeof value === 'string' && (value.length > LONG || value.includes('\n'))
    return long || name === 'text' || name === 'prompt' ? 'text' : 'line'
  }
  if (takes === 'list') return missing || isTexts(value) ? 'list' : 'json'
  if (takes === 'pairs') return (missing && name === 'items') || isPairs(value) ? 'pairs' : 'json'
  if (takes === 'choice') return missing || typeof value === 'string' ? 'choice' : 'json'
  if (takes === 'boolean') return missing || typeof value === 'boolean' ? 'boolean' : 'json'
  return missing || typeof value === 'number' ? 'number' : 'json'
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((it) => typeof it === 'string' && !it.includes('\n'))
}

function isPairs(value: unknown): value is Pair[] {
  const isPair = (it: unknown) =>
    it !== null &&
    typeof it === 'object' &&
    Object.keys(it).length === 2 &&
    typeof (it as Args).k === 'string' &&
    typeof (it as Args).v === 'string'
  return Array.isArray(value) && value.every(isPair)
}

/** What is sent: fields that hold nothing are left out where they may be. */
export function sent(args: Args, fields: readonly Shown[] | undefined): Args {
  const must = new Set(fields?.filter((it) => it.field.must).map((it) => it.field.name))
  const kept = Object.entries(args).filter(
    ([name, value]) => value !== undefined && (must.has(name) || value !== ''),
  )
  return Object.fromEntries(kept)
}
