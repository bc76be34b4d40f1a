/** The writer's own shortcuts on this machine: for actions, and whether single letters act. */

import { create } from 'zustand'

const KEY = 'storyteller-keys'

interface Kept {
  /** The first keys of actions that were given others; empty where they have none any more. */
  own: Readonly<Record<string, string>>
  /** Whether letters and digits alone act on the map and the outline. */
  letters: boolean
}

interface KeyChoices extends Kept {
  /** Gives an action other keys, or with `undefined` its usual ones. */
  setKeys(action: string, keys: string | undefined): void
  setLetters(letters: boolean): void
  reset(): void
}

const USUAL: Kept = { own: {}, letters: true }

function kept(): Kept {
  try {
    const { own, letters } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    const isKeys = ([, it]: [string, unknown]) => typeof it === 'string'
    return {
      own: Object.fromEntries(Object.entries(own ?? {}).filter(isKeys)),
      letters: letters !== false,
    }
  } catch {
    // What cannot be read is as if it had never been kept.
    return USUAL
  }
}

export const useKeyChoices = create<KeyChoices>((set, get) => {
  const change = (next: Partial<Kept>) => {
    set(next)
    const { own, letters } = get()
    localStorage.setItem(KEY, JSON.stringify({ own, letters }))
  }
  return {
    ...kept(),
    setKeys: (action, keys) => {
      const { [action]: _, ...own } = get().own
      change({ own: keys === undefined ? own : { ...own, [action]: keys } })
    },
    setLetters: (letters) => change({ letters }),
    reset: () => change(USUAL),
  }
})

/** The keys of an action as they are now: those that were chosen in place of its usual ones. */
export function keysNow(
  { id, keys = [] }: { id: string; keys?: readonly string[] },
  { own, letters }: Pick<KeyChoices, 'own' | 'letters'>,
): readonly string[] {
  const chosen = own[id]
  const all = chosen === undefined ? keys : chosen === '' ? [] : [chosen]
  return letters ? all : all.filter((it) => !isBare(it))
}

/** Whether keys are one sign alone, as it is typed in texts. */
function isBare(keys: string): boolean {
  return /^(Shift\+)?[^+]$/.test(keys) || keys === '+'
}
