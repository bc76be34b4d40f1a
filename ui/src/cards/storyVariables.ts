/** The variables of a story, read when they are asked for and the story has changed since. */

import type { Session } from '../document'

interface Read {
  /** The change of the story that they were read at. */
  number: number
  names: Promise<readonly string[]>
}

const kept = new WeakMap<Session, Read>()

/** Their names; none where they cannot be read. */
export function variablesOf(session: Session): Promise<readonly string[]> {
  const { number } = session.mirror
  const last = kept.get(session)
  if (last?.number === number) return last.names
  const names = session.data('list_variables', {}).then(
    ({ variables }) => variables.map((it) => it.variable),
    () => [],
  )
  kept.set(session, { number, names })
  return names
}
