/** Every word of the window in one catalogue, English and Simplified Chinese, a file a feature. */

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { actions } from './actions'
import { app } from './app'
import { assistant } from './assistant'
import { bible } from './bible'
import { cards } from './cards'
import { doings } from './doings'
import { exchange } from './exchange'
import { faults } from './faults'
import { history } from './history'
import { inspector } from './inspector'
import { losses } from './losses'
import { manuscript } from './manuscript'
import { map } from './map'
import { outline } from './outline'
import { palette } from './palette'
import { play } from './play'
import { problems } from './problems'
import { refusals } from './refusals'
import { replace } from './replace'
import { settings } from './settings'
import { tools } from './tools'
import { versions } from './versions'
import { warnings } from './warnings'
import { welcome } from './welcome'

const namespaces = {
  actions,
  app,
  assistant,
  bible,
  cards,
  doings,
  exchange,
  faults,
  history,
  inspector,
  losses,
  manuscript,
  map,
  outline,
  palette,
  play,
  problems,
  refusals,
  replace,
  settings,
  tools,
  versions,
  warnings,
  welcome,
}

export type Language = 'en' | 'zh'

type Catalogue = Record<string, Record<string, unknown>>

function catalogue(language: Language): Catalogue {
  const entries = Object.entries(namespaces)
  return Object.fromEntries(entries.map(([name, words]) => [name, words[language]]))
}

/** The language to begin with: the person's choice, else the system's, else English. */
export function firstLanguage(chosen: string | null, system: readonly string[]): Language {
  if (chosen === 'en' || chosen === 'zh') return chosen
  return system.some((it) => it.toLowerCase().startsWith('zh')) ? 'zh' : 'en'
}

/** Makes the catalogue ready; called once before anything is drawn. */
export function startText(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: catalogue('en'), zh: catalogue('zh') },
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    showSupportNotice: false,
    initAsync: false,
  })
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

export async function setLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}
