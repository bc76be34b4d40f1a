/**
 * The autonomy of the assistant: chosen for this conversation, or else in the settings. A choice
 * for one conversation is stored on this machine; the settings are the program's.
 */

import { useWorkspace } from '../../../state'

export type Autonomy = 'review' | 'adopt' | 'ask'

export const AUTONOMY_LEVELS: readonly Autonomy[] = ['review', 'adopt', 'ask']

const place = (thread: string) => `storyteller-autonomy/${thread}`

/** What was chosen for a conversation, if anything was. */
export function chosenFor(thread: string): Autonomy | undefined {
  const kept = localStorage.getItem(place(thread))
  return AUTONOMY_LEVELS.find((it) => it === kept)
}

export function choose(thread: string, autonomy: Autonomy): void {
  localStorage.setItem(place(thread), autonomy)
}

/** How freely it works now, `chosen` being the choice for this conversation. */
export function autonomyNow(chosen: Autonomy | undefined): Autonomy {
  return chosen ?? useWorkspace.getState().windowContext?.settings?.autonomy ?? 'adopt'
}

/** {@link autonomyNow} for a component, which follows the settings. */
export function useAutonomy(chosen: Autonomy | undefined): Autonomy {
  const settings = useWorkspace((it) => it.windowContext?.settings?.autonomy)
  return chosen ?? settings ?? 'adopt'
}
