/**
 * The message catalogue: one folder of Fluent files for each language in `locales`, one row for
 * each language in `locales/languages.json`. Enter through `useTranslation` in a component and `t`
 * elsewhere.
 */

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle'
import { useSyncExternalStore } from 'react'
import languages from '../../../locales/languages.json'
import type { Messages } from '../generated/messages'

/** A language by its BCP 47 code, as `locales/languages.json` lists it. */
export type Language = string

/** The id of a message of the catalogue. */
export type MessageId = keyof Messages

export type MessageArgs = Record<string, unknown>

type ArgsOf<Id extends MessageId> = [Messages[Id]] extends [never]
  ? [args?: MessageArgs]
  : [args: Record<Messages[Id], unknown> & MessageArgs]

export interface Translate {
  /** The message, with its arguments filled in. */
  <Id extends MessageId>(id: Id, ...args: ArgsOf<Id>): string
  /** The message of an id that came from outside, or `fallback` where the catalogue lacks it. */
  or(id: string, fallback: string, args?: MessageArgs): string
  /** Whether the catalogue has the message. */
  exists(id: string): boolean
}

/** All languages, each with its own name. */
export const LANGUAGES: readonly { code: Language; name: string }[] = languages

/** The files of all languages, by their path. */
export const FILES: Record<string, string> = import.meta.glob('../../../locales/*/*.ftl', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const FALLBACK = 'en'

/** The language that a code means; a code that is not listed means the first of the same base. */
export function languageFor(tag: string): Language | undefined {
  const wanted = tag.toLowerCase()
  const same = LANGUAGES.find((it) => it.code.toLowerCase() === wanted)
  const base = (code: string) => code.toLowerCase().split('-')[0]
  return (same ?? LANGUAGES.find((it) => base(it.code) === base(wanted)))?.code
}

/** The language to begin with: the person's choice, else the system's, else English. */
export function firstLanguage(chosen: string | null, system: readonly string[]): Language {
  const wanted = chosen === null ? system : [chosen, ...system]
  for (const tag of wanted) {
    const found = languageFor(tag)
    if (found) return found
  }
  return FALLBACK
}

function bundleOf(language: Language): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false })
  for (const [path, text] of Object.entries(FILES))
    if (path.includes(`/locales/${language}/`)) bundle.addResource(new FluentResource(text))
  return bundle
}

const bundles = new Map<Language, FluentBundle>()

function bundle(language: Language): FluentBundle {
  const made = bundles.get(language) ?? bundleOf(language)
  bundles.set(language, made)
  return made
}

function argument(value: unknown): FluentVariable {
  return typeof value === 'number' || typeof value === 'string' ? value : String(value)
}

function format(language: Language, id: string, args: MessageArgs = {}): string | undefined {
  for (const it of [language, FALLBACK]) {
    const value = bundle(it).getMessage(id)?.value
    if (value === undefined || value === null) continue
    const filled = Object.entries(args).map(([name, it]) => [name, argument(it)])
    return bundle(it).formatPattern(value, Object.fromEntries(filled), [])
  }
  return undefined
}

function translateWith(language: () => Language): Translate {
  const translate = (id: string, args?: MessageArgs) => format(language(), id, args) ?? id
  return Object.assign(translate, {
    or: (id: string, fallback: string, args?: MessageArgs) =>
      format(language(), id, args) ?? fallback,
    exists: (id: string) => [language(), FALLBACK].some((it) => bundle(it).hasMessage(id)),
  }) as Translate
}

let current: Language = FALLBACK
const listeners = new Set<() => void>()
const translations = new Map<Language, Translate>()

/** Messages in one language, whichever is shown. */
export function translationIn(language: Language): Translate {
  const made = translations.get(language) ?? translateWith(() => language)
  translations.set(language, made)
  return made
}

/** Messages in the language that is shown now, for code that is not a component. */
export const t: Translate = translateWith(() => current)

/** Shows another language: everything drawn with `useTranslation` is drawn again. */
export function setLanguage(language: Language): void {
  current = languageFor(language) ?? FALLBACK
  document.documentElement.lang = current
  for (const it of listeners) it()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Messages in the language that is shown, and its code; draws the component again when it changes. */
export function useTranslation(): { t: Translate; language: Language } {
  const language = useSyncExternalStore(subscribe, () => current)
  return { t: translationIn(language), language }
}
