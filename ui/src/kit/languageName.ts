/** What a language is called, by its BCP 47 code. */

/** The name of a language in another one: `German` in English. The code itself where it has no name. */
export function languageName(code: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
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
