/** The entry point of the page for people at other computers, which a hub serves. */

import '@fontsource-variable/inter'
import '@fontsource-variable/source-serif-4'
import './kit/tokens.css'
import { createRoot } from 'react-dom/client'
import { GuestPage } from './guest/GuestPage'
import { takeInvitation } from './guest/invitation'
import { stopImeKeys } from './kit'
import { applyTheme, usePreferences } from './state'
import { startText } from './text'

startText(usePreferences.getState().language)
applyTheme()
stopImeKeys()
const root = document.getElementById('root')
const hub = location.origin.replace(/^http/, 'ws')
if (root) createRoot(root).render(<GuestPage hub={hub} invited={takeInvitation()} />)
