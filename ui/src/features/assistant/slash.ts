/**
 * `/update_node_kv Name=Neo` as the call of a tool. What plain words mean follows from the tool's own
 * fields; the program checks every call.
 */

import type { Field } from '../../generated/commands'
import { commandOf } from './complete'

/** Fields that plain words fill beside those that must be given, where it is not the node. */
const ALSO: Record<string, readonly string[]> = {
  compare_versions: ['from', 'to'],
  list_versions: ['capability'],
}

export interface SlashCall {
  name: string
  args: Record<string, unknown>
}

/** Reads a line that begins with `/`; undefined where it is no call. */
export function readSlash(line: string): SlashCall | undefined {
  const [, called, rest = ''] = /^\/([\w.-]+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  if (called === undefined) return undefined
  const name = commandOf(called)?.name ?? called
  if (!rest.startsWith('{')) return { name, args: fromWords(name, split(rest)) }
  try {
    return { name, args: JSON.parse(rest) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

function fromWords(name: string, words: readonly string[]): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  const pairs: { k: string; v: string }[] = []
  const plain: string[] = []
  for (const word of words) {
    const [, k, v = ''] = /^([^=\s]+)=([\s\S]*)$/.exec(word) ?? []
    if (k === undefined) plain.push(word)
    else if (takesPairs(name) && !fieldOf(name, k)) pairs.push({ k, v })
    else args[k] = meant(name, k, v)
  }
  if (pairs.length > 0) args.items = pairs
  const fields = plainFields(name)
  for (const [index, field] of fields.entries()) {
    const last = index === fields.length - 1
    const text = last ? plain.slice(index).join(' ') : plain[index]
    if (text) args[field] ??= meant(name, field, text)
  }
  return args
}

function takesPairs(name: string): boolean {
  return fieldOf(name, 'items')?.takes === 'pairs'
}

/** The fields that plain words fill, in order; the last takes all that is left. */
function plainFields(name: string): string[] {
  const fields = commandOf(name)?.fields ?? []
  const must = fields.filter((it) => it.must && it.takes !== 'pairs').map((it) => it.name)
  const also = ALSO[name] ?? []
  if (must.length + also.length > 0) return [...must, ...also]
  const usual = fields.find((it) => it.name === 'node') ?? fields.find((it) => it.takes === 'text')
  return [usual?.name ?? 'node']
}

function fieldOf(name: string, field: string): Field | undefined {
  return commandOf(name)?.fields.find((it) => it.name === field)
}

function meant(name: string, field: string, text: string): unknown {
  const takes = fieldOf(name, field)?.takes
  if (takes === 'number' && Number.isFinite(Number(text))) return Number(text)
  if (takes === 'list') return text.split(/[,，、]\s*/)
  if (takes === 'boolean') return text === 'true'
  return text
}

/** Words as a shell splits them: quotes at the beginning of a word or value keep spaces. */
function split(text: string): string[] {
  const found = text.match(/(?:[^\s="“]+=)?(?:"[^"]*"|“[^”]*”)|\S+/g) ?? []
  return found.map((it) => it.replace(/^([^\s="“]+=)?["“]([\s\S]*)["”]$/, '$1$2'))
}
