/** What was changed, by its name for people: what is deleted has no title left, and no id is one. */

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
