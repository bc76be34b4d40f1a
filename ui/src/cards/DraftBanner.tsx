/** That a draft is looked at, where the map that marks it is not in sight, and the way back. */

import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDraft, useSession } from '../document'
import { Button } from '../kit'
import styles from './DraftBanner.module.css'

export function DraftBanner() {
  const { t } = useTranslation('cards')
  const session = useSession()
  if (useDraft() === undefined) return null
  return (
    <p className={styles.line} role="status">
      <Eye size={15} aria-hidden />
      <span>{t('draft.line')}</span>
      <Button onClick={() => void session.showDraft(undefined)}>{t('draft.back')}</Button>
    </p>
  )
}
