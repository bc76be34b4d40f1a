/** Whether the text is saved. */

import { Button } from '../../kit'
import { useTranslation } from '../../text'
import { ErrorMessage } from '../ErrorMessage'
import styles from './prose.module.css'
import type { SaveState } from './textBuffer'

export function SaveStatus({ saveState, onRetry }: { saveState: SaveState; onRetry: () => void }) {
  const { t } = useTranslation()
  if (saveState.is === 'failed') {
    return (
      <div className={styles.failed}>
        <ErrorMessage report={saveState.report} />
        <Button onClick={onRetry}>{t('cards-text-retry')}</Button>
      </div>
    )
  }
  const text =
    saveState.is === 'saving' || saveState.is === 'saved' ? t(`cards-text-${saveState.is}`) : ''
  return (
    <span role="status" className={styles.saved}>
      {text}
    </span>
  )
}
