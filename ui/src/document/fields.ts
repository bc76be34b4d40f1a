/** The fields of kinds: which attributes a kind's cards have, of which type, and what a value holds. */

import type { Mirror } from './mirror'

export type Field = NonNullable<Mirror['kinds'][string]['fields']>[number]
export type FieldType = NonNullable<Field['type']>

/** The types in the order in which they are offered. */
export const FIELD_TYPES: readonly FieldType[] = [
  'text',
  'number',
  'date',
  'list',
  'choice',
  'reference',
]

const NONE: readonly Field[] = []

/** The fields of a kind, in their order. */
export function fieldsOf(mirror: Mirror, kind: string | undefined): readonly Field[] {
  return (kind === undefined ? undefined : mirror.kinds[kind]?.fields) ?? NONE
}

/** The field that a key means, letter case aside. */
export function fieldNamed(fields: readonly Field[], key: string): Field | undefined {
  const wanted = key.trim().toLowerCase()
  return fields.find((it) => it.name.toLowerCase() === wanted)
}

/** What separates the items of a list; titles have commas of their own. */
const BETWEEN_ITEMS = /[,;，；、\n]/
const BETWEEN_TITLES = /[;；\n]/

/** The items of a value of a list, or the titles of a reference. */
export function itemsIn(field: Field, value: string): string[] {
  const between = field.type === 'reference' ? BETWEEN_TITLES : BETWEEN_ITEMS
  const items = value.split(between).map((it) => it.trim())
  return [...new Set(items.filter(Boolean))]
}

/** Items as a value. */
export function joinItems(field: Field, items: readonly string[]): string {
  return items.join(field.type === 'reference' ? '; ' : ', ')
}

/** More than a person looks through, and few enough for any page. */
const MOST = 2000

/** The titles that a reference may name, in the order of the alphabet. */
export function titlesFor(mirror: Mirror, field: Field): string[] {
  const titles = new Set<string>()
  for (const { title, kind } of mirror.nodes.values()) {
    if (field.to === undefined ? kind !== 'group' : kind === field.to) titles.add(title)
    if (titles.size === MOST) break
  }
  return [...titles].sort((a, b) => a.localeCompare(b))
}

/** The card that a title names: the first so called. */
export function nodeTitled(mirror: Mirror, title: string): string | undefined {
  const wanted = title.trim().toLowerCase()
  for (const node of mirror.nodes.values()) {
    if (node.title.trim().toLowerCase() === wanted) return node.id
  }
  return undefined
}
