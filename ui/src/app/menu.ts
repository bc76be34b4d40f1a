/** Entries of a native menu on their way to the actions of the open story. */

import { useEffect } from 'react'
import { performById } from '../actions'
import { useSession } from '../document'

const CHOSEN = 'storyteller-menu'

export function tellMenu(action: string): void {
  window.dispatchEvent(new CustomEvent(CHOSEN, { detail: action }))
}

export function useMenu(): void {
  const session = useSession()
  useEffect(() => {
    const chosen = (event: Event) => performById((event as CustomEvent<string>).detail, session)
    window.addEventListener(CHOSEN, chosen)
    return () => window.removeEventListener(CHOSEN, chosen)
  }, [session])
}
