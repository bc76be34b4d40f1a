/** What languages are called, and which BCP 47 code a name means. */

/** The name of a language in another one: `German` in English. The code itself where it has no name. */
export function languageName(code: string, inLanguage: string): string {
  try {
    return namesIn(inLanguage).of(code) ?? code
  } catch {
    return code
  }
}

const known = new Map<string, Intl.DisplayNames>()

function namesIn(language: string): Intl.DisplayNames {
  const names = known.get(language) ?? new Intl.DisplayNames([language], { type: 'language' })
  known.set(language, names)
  return names
}

/** Languages that stories are often translated into, for suggestions. */
export const COMMON_LANGUAGES: readonly string[] = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt-BR',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'da',
  'fi',
  'nb',
  'el',
  'tr',
  'uk',
  'ru',
  'zh-CN',
  'zh-TW',
  'ja',
  'ko',
  'vi',
  'th',
  'id',
  'hi',
  'ar',
  'he',
  'fa',
]

/**
 * The code of a language that was typed as a code or as a name: in the window's language, in English
 * or in the language itself. What is neither is returned as it was typed.
 */
export function languageCode(typed: string, inLanguage: string): string {
  const wanted = typed.trim()
  const isNamed = (code: string) =>
    [inLanguage, 'en'].some((it) => isSameName(languageName(code, it), wanted))
  const common = [...COMMON_LANGUAGES, ...SCRIPTS]
  const found =
    common.find((it) => isNamed(it) || isSameName(languageName(it, it), wanted)) ??
    twoLetterCodes.find(isNamed)
  return found === undefined ? wanted : (USUAL_CODES[found] ?? found)
}

/** Chinese is also named by how it is written. */
const SCRIPTS = ['zh', 'zh-Hans', 'zh-Hant']

/** What a name without a country or script most likely means. */
const USUAL_CODES: Readonly<Record<string, string>> = {
  zh: 'zh-CN',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
  no: 'nb',
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const twoLetterCodes = letters.flatMap((first) => letters.map((second) => first + second))

const isSameName = (name: string, wanted: string) =>
  name.localeCompare(wanted, undefined, { sensitivity: 'base' }) === 0
