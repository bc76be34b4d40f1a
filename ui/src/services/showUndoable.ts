/** Says that something was done to the story as a whole, with a button that takes it back. */

import type { Session } from '../document'
import { reportError, useNotices } from '../state/notices'
import { t } from '../text'

export function showUndoable(session: Session, text: string): void {
  const perform = () => void session.data('undo').catch(reportError)
  useNotices.getState().show({
    tone: 'good',
    text,
    action: { label: t('actions-undo'), perform },
  })
}
