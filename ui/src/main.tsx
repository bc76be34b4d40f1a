/** The entry point of the page: texts and colors first, then the window. */

import '@fontsource-variable/inter'
import '@fontsource-variable/source-serif-4'
import './kit/tokens.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { Window } from './app/Window'
import { httpProgram, isDesktopWindow, takeTokenFromUrl, tauriProgram } from './bridge'
import { stopImeKeys } from './kit'
import { applyTheme, usePreferences } from './state'
import { startText } from './text'

startText(usePreferences.getState().language)
applyTheme()
stopImeKeys()
const root = document.getElementById('root')
if (root) createRoot(root).render(await page())

/** The window; while it is worked on, `?fake` puts one story in memory behind it. */
async function page() {
  const fake = new URLSearchParams(location.search).get('fake')
  if (import.meta.env.DEV && fake !== null) {
    const { fakeBridge } = await import('./bridge/fake/fakeBridge')
    return <App bridge={fakeBridge(fake)} />
  }
  return <Window program={isDesktopWindow() ? tauriProgram() : httpProgram(takeTokenFromUrl())} />
}
