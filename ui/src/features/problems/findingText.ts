/**
 * Findings and fixes in the window's language. The program's own text is shown for kinds of
 * findings that are unknown here.
 */

import type { Translate } from '../../text'
import type { Finding, Fix, Parts } from './report'

/** What was found. */
export function findingText(t: Translate, finding: Finding): string {
  const { kind, parts, message } = finding
  const enters = finding.kind === 'unreadable_effect' && 'title' in finding.parts
  return translated(t, `problems-says-${enters ? 'unreadable_enter' : kind}`, parts) ?? message
}

/** What the fix does. */
export function fixText(t: Translate, { kind, parts, title }: Fix): string {
  return (kind && translated(t, `problems-mends-${kind}`, parts as Parts)) ?? title
}

/** Why the finding matters. */
export function reasonText(t: Translate, { kind, why }: Finding): string {
  return translated(t, `problems-why-${kind}`, {}) ?? why
}

/** The sort of the finding, as its heading. */
export function kindText(t: Translate, { kind, why }: Finding): string {
  return translated(t, `problems-kinds-${kind}`, {}) ?? why
}

function translated(t: Translate, id: string, parts: Parts): string | undefined {
  const count = Number(parts.behind ?? parts.count ?? 0)
  if (!t.exists(id)) return undefined
  return t.or(id, '', { ...parts, link: linkOf(parts), count })
}

/** A link by the titles it joins, and its label where it has one. */
function linkOf({ from, to, label }: Parts): string {
  return [from, label, to]
    .filter((it) => it !== undefined && it !== '')
    .map((it) => `“${it}”`)
    .join(' → ')
}
