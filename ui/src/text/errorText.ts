/** Errors and progress in the window's language, as far as the program sends message ids. */

import type { ErrorReport } from '../bridge'
import { type Translate, useTranslation } from './messages'
import { partName } from './partName'

/** A failure as far as it is shown. */
export type ShownError = Omit<ErrorReport, 'code'> & { code: string }

export interface ErrorText {
  /** What sort of thing went wrong, where the window speaks another language than the program. */
  head?: string
  /** What to do, where only the sort is known in the window's language. */
  advice?: string
  /** What was wrong. */
  words: string
  hint?: string
  /** Whether `words` and `hint` are the program's own, in another language than the window's. */
  foreign: boolean
}

/** Where something is in what was read, as the beginning of a sentence. */
export function placeText(
  t: Translate,
  { file, line }: { file?: string | null; line?: number | null },
): string {
  if (file === undefined || file === null)
    return typeof line === 'number' ? t('exchange-line', { line }) : ''
  return typeof line === 'number'
    ? t('exchange-in-file-line', { file, line })
    : t('exchange-in-file', { file })
}

/** Why a condition or effect cannot be read, as the program says it. */
export interface ParseFault {
  what: string
  parts?: Record<string, unknown>
  /** The character at which reading stopped, counted from 1. */
  at: number
}

/** Where a condition or effect cannot be read and why; nothing if the window has no words for it. */
export function misreadText(t: Translate, { what, parts, at }: ParseFault): string {
  const why = t.or(`refusals-${what}`, '', { ...parts })
  return why && t('faults-atCharacter', { at, why })
}

/** The field that a refusal is about, by its own name, as the beginning of a sentence. */
function fieldText(t: Translate, path: string | undefined): string {
  const name = path?.split('/').findLast((it) => /^[a-z]/.test(it))
  if (name === undefined) return ''
  const field = t.or(`tools-fields-${name}`, name)
  return t('faults-field', { field })
}

/** The program's words with the field by its name in the window, not by its place in the call. */
function withoutPath(t: Translate, message: string, path: string | undefined): string {
  const name = path?.split('/').findLast((it) => /^[a-z]/.test(it))
  if (path === undefined || name === undefined || !message.startsWith(`${path}: `)) return message
  return `${t.or(`tools-fields-${name}`, name)}: ${message.slice(path.length + 2)}`
}

/** The parts of what is said, each by its name for people. */
function partsOf(t: Translate, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const { capability } = parts
  if (typeof capability !== 'string') return parts
  const name = partName(capability, (part) => t.or(`inspector-capabilities-${part}`, part))
  return { ...parts, capability: name }
}

/** A failure in the window's language; `placed` where it is shown at the field it is about. */
export function useErrorText(): (error: ShownError, placed?: boolean) => ErrorText {
  const { t } = useTranslation()
  return ({ code, message, hint, said, path }, placed = false) => {
    const own = hint === undefined ? {} : { hint }
    if (code === 'OFFLINE') return { words: t('app-lost'), foreign: false }
    if (code === 'OTHER_START') return { words: t('app-restarted'), foreign: false }
    if (!t.exists(`faults-${code}-title`)) {
      return { words: withoutPath(t, message, path), ...own, foreign: false }
    }
    const head = t.or(`faults-${code}-title`, code)
    if (said && t.exists(`refusals-${said.what}`)) {
      const misread = said.at === undefined ? undefined : misreadText(t, { ...said, at: said.at })
      const field = !placed && said.what.startsWith('field_') ? fieldText(t, path) : ''
      const words =
        misread ??
        placeText(t, said) + t.or(`refusals-${said.what}`, message, partsOf(t, said.parts))
      return { head, words: field + words, foreign: false }
    }
    return {
      head,
      advice: t.or(`faults-${code}-hint`, code),
      words: message,
      ...own,
      foreign: true,
    }
  }
}

/** What a long call does now, in the window's language. */
export function useProgressText(): (doing: string) => string {
  const { t } = useTranslation()
  return (doing) => t.or(`doings-${doing.replaceAll(' ', '-')}`, doing)
}
