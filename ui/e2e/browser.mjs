/** Headless Chromium, for journeys, figures and screenshots. The build without a window of its own does the same
 * work in less processor time. */

import { chromium } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchBrowser = (more = []) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [...ARGUMENTS, ...more],
  })
