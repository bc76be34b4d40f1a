/** Names for what was changed; a deleted node is shown by its last title, never by an id. */

import { useTranslation } from '../../text'

/** What the program writes for a card or link that is no longer in the story. */
const REMOVED = /\(removed (node|link) [^)]*\)/g

export function useChangedName(): (what: string) => string {
  const { t } = useTranslation()
  return (what) =>
    what.replace(REMOVED, (_, kind) =>
      t(kind === 'node' ? 'history-deleted-card' : 'history-deleted-link'),
    )
}
