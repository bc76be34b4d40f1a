/**
 * The nonce that lets a library's own style sheet apply. The page's security policy accepts styles
 * from the program's files and from elements with this nonce, which is different for each load of
 * the page, so that no content of a story can know it.
 */

import { setNonce } from 'get-nonce'

/** The nonce of this page load; empty in development, which has no policy. */
export const styleNonce: string =
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Menus and dialogs use a style sheet of their own to prevent scrolling while they are open.
if (styleNonce) setNonce(styleNonce)
