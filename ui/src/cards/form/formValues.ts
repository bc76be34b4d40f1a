/** The values of a tool's form as typed, and the arguments they become. Pure. */

import type { Field } from '../../generated/commands'

/** A field as typed: words, or rows of words by the names of what a row holds. */
export type FormValue = string | readonly Row[]
export type Row = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, FormValue>>

/** The name under which a plain list keeps its words. */
export const ITEM = ''

/** Fields that name nodes; their titles are suggested. */
const NAMING = new Set(['node', 'from', 'to', 'new_to', 'after', 'group', 'nodes', 'groups'])

export const takesNodes = (field: Field) =>
  NAMING.has(field.name) && (field.takes === 'text' || field.takes === 'list')

/** Fields of a few lines or more. */
const LONG = new Set(['text', 'old', 'new', 'prompt', 'content', 'value', 'v', 'message', 'config'])

export const isLong = (field: Field) => field.takes === 'text' && LONG.has(field.name)

/** The fields of one row of a list. */
export function rowFields(field: Field): readonly Field[] {
  return field.holds ?? [{ ...field, name: ITEM, takes: 'text' }]
}

export function formValues(fields: readonly Field[], args: Record<string, unknown>): Values {
  return Object.fromEntries(fields.map((it) => [it.name, typed(it, args[it.name])]))
}

function typed(field: Field, value: unknown): FormValue {
  if (field.takes !== 'list' && field.takes !== 'pairs') return words(value)
  const rows = Array.isArray(value) ? value : []
  return rows.map((row) => {
    if (field.takes === 'list') return { [ITEM]: words(row) }
    const held = row !== null && typeof row === 'object' ? (row as Record<string, unknown>) : {}
    return Object.fromEntries(rowFields(field).map((it) => [it.name, words(held[it.name])]))
  })
}

function words(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The first field that must be given and is not, or whose words are not a number. */
export function missingFields(
  fields: readonly Field[],
  values: Values,
): { name: string; why: 'must' | 'number' } | undefined {
  for (const field of fields) {
    const value = values[field.name] ?? ''
    const empty = value.length === 0
    if (field.must && empty && !mayBeEmpty(field)) return { name: field.name, why: 'must' }
    if (field.takes === 'number' && typeof value === 'string' && value.trim() !== '') {
      if (!Number.isFinite(Number(value))) return { name: field.name, why: 'number' }
    }
  }
  return undefined
}

/** Texts that say something by being empty: nothing in place of a passage, no effect. */
function mayBeEmpty(field: Field): boolean {
  return field.takes === 'text' && (isLong(field) || field.name === 'effect')
}

/** The arguments: `initial` with what was typed in its place. What is left empty is left out. */
export function toolArgs(
  fields: readonly Field[],
  values: Values,
  initial: Record<string, unknown>,
): Record<string, unknown> {
  const args: Record<string, unknown> = { ...initial }
  for (const field of fields) {
    const value = values[field.name] ?? ''
    const before = initial[field.name]
    if (typeof value !== 'string') {
      if (value.length > 0 || field.must || before !== undefined)
        args[field.name] = rows(field, value)
    } else if (value !== '' || (field.must && mayBeEmpty(field))) {
      args[field.name] = parsedValue(field, value, before)
    } else if (typeof before === 'string' && field.takes === 'text' && !takesNodes(field)) {
      // Emptied on purpose, which is not the same as never said.
      args[field.name] = ''
    } else delete args[field.name]
  }
  return args
}

function rows(field: Field, typed: readonly Row[]): unknown[] {
  if (field.takes === 'list') return typed.map((it) => it[ITEM] ?? '').filter((it) => it !== '')
  const fields = rowFields(field)
  return typed.map((row) => toolArgs(fields, row, {}))
}

function parsedValue(field: Field, value: string, before: unknown): unknown {
  if (field.takes === 'number') return Number(value)
  if (field.takes === 'boolean') return value === 'true'
  // What was not text before is written as JSON, and read back as that where it still is.
  if (before === undefined || typeof before === 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
