/** What the writer chose for this machine's windows: colors and language. Kept in the browser. */

import { create } from 'zustand'
import { firstLanguage, type Language, setLanguage } from '../text'

type ThemeChoice = 'light' | 'dark' | 'system'

const THEME = 'storyteller-theme'
const LANGUAGE = 'storyteller-language'

interface Preferences {
  theme: ThemeChoice
  language: Language
  setTheme(theme: ThemeChoice): void
  setLanguage(language: Language): void
}

function themeChoice(kept: string | null): ThemeChoice {
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

/** Puts the colors on the page; called once before anything is drawn and at each change. */
export function applyTheme(): void {
  const { theme } = usePreferences.getState()
  const dark = theme === 'dark' || (theme === 'system' && darkSystem.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export const usePreferences = create<Preferences>((set) => ({
  theme: themeChoice(localStorage.getItem(THEME)),
  language: firstLanguage(localStorage.getItem(LANGUAGE), navigator.languages),
  setTheme: (theme) => {
    localStorage.setItem(THEME, theme)
    set({ theme })
    applyTheme()
  },
  setLanguage: (language) => {
    localStorage.setItem(LANGUAGE, language)
    set({ language })
    setLanguage(language)
  },
}))

darkSystem.addEventListener('change', applyTheme)
