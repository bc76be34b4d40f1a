/**
 * The invitation in the address of the page: `#/env/ID/human/NAME?credential=SECRET`. Browsers never
 * send what stands after `#`; it is stored for this tab only, and taken out of the address.
 */

import type { Invitation } from '../bridge'

const STORAGE_KEY = 'storyteller-invitation'

/** The invitation that the page was opened with, or that this tab was opened with before. */
export function takeInvitation(): Invitation | undefined {
  // Another invitation pasted over this one: a browser loads nothing when only the part after `#` changes.
  window.addEventListener('hashchange', () => readInvitation(location.hash) && location.reload())
  const given = readInvitation(location.hash)
  if (given) {
    saveInvitation(given)
    history.replaceState(null, '', location.pathname + location.search)
    return given
  }
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function saveInvitation(invitation: Invitation | undefined): void {
  if (invitation) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(invitation))
  else sessionStorage.removeItem(STORAGE_KEY)
}

/** What the part of an address after `#` says; an address that was copied whole is read too. */
export function readInvitation(text: string): Invitation | undefined {
  const found = /\/env\/([^/?#\s]+)\/human\/([^/?#\s]+)(?:\?credential=([^&\s]*))?/.exec(text)
  const [, environment, name, credential = ''] = found ?? []
  if (environment === undefined || name === undefined) return undefined
  try {
    return {
      environment: decodeURIComponent(environment),
      name: decodeURIComponent(name),
      credential: decodeURIComponent(credential),
    }
  } catch {
    return undefined
  }
}
