/** The page's beginning: words and colors first, then the window. */

import '@fontsource-variable/inter'
import '@fontsource-variable/source-serif-4'
import './kit/tokens.css'
import { createRoot } from 'react-dom/client'
import { applyTheme, usePreferences } from './actions'
import { App } from './app/App'
import { type Bridge, httpBridge, takeToken } from './bridge'
import { startText } from './text'

/** The program behind the page; while working on the window, `?fake` puts a story in memory there. */
async function bridge(): Promise<Bridge> {
  const fake = new URLSearchParams(location.search).get('fake')
  if (!import.meta.env.DEV || fake === null) return httpBridge(takeToken())
  const { fakeBridge } = await import('./bridge/fake')
  return fakeBridge(fake)
}

startText(usePreferences.getState().language)
applyTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App bridge={await bridge()} />)
