/**
 * Findings and fixes in the window's language, said from their parts. The program's own words stand
 * in where a sort of finding is not known here.
 */

import type { TFunction } from 'i18next'
import type { Finding, Fix, Parts } from './report'

type Say = TFunction<'problems'>

/** What was found. */
export function findingText(t: Say, { kind, parts, message }: Finding): string {
  if (!parts) return message
  const enters = kind === 'unreadable_effect' && parts.title !== undefined
  return said(t, `says.${enters ? 'unreadable_enter' : kind}`, parts) ?? message
}

/** What the fix does. */
export function fixText(t: Say, { kind, parts, title }: Fix): string {
  return (kind && said(t, `mends.${kind}`, parts ?? {})) ?? title
}

/** Why the finding matters. */
export function reasonText(t: Say, { kind, why }: Finding): string {
  return said(t, `why.${kind}`, {}) ?? why
}

/** The sort of the finding, as its heading. */
export function kindText(t: Say, { kind, why }: Finding): string {
  return said(t, `kinds.${kind}`, {}) ?? why
}

function said(t: Say, key: string, parts: Parts): string | undefined {
  const count = Number(parts.behind ?? parts.count ?? 0)
  // Chinese knows no plural, but one node is said otherwise than several there too.
  const keys = count === 1 ? [`${key}_one`, key] : [key]
  const words = t(keys as ['fix'], { ...parts, link: linkOf(parts), count, defaultValue: '' })
  return words === '' ? undefined : words
}

/** A link by the titles it joins, and its label where it has one. */
function linkOf({ from, to, label }: Parts): string {
  return [from, label, to]
    .filter((it) => it !== undefined && it !== '')
    .map((it) => `“${it}”`)
    .join(' → ')
}
