/**
 * The word that lets a library's own style sheet apply. The page's policy takes styles from the
 * program's files and from elements that carry this word, which is another one for each loading of
 * the page, so nothing that a story holds can know it.
 */

import { setNonce } from 'get-nonce'

/** The word of this loading; empty where the page is worked on, which has no policy. */
export const styleNonce: string =
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The menus and dialogs hold the page still while they are open by a style sheet of theirs.
if (styleNonce) setNonce(styleNonce)
