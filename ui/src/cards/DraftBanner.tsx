/** Shows that a draft is being viewed if the map that marks it is not visible, with a way back. */

import { Eye } from 'lucide-react'
import { useDraft, useSession } from '../document'
import { Button } from '../kit'
import { useTranslation } from '../text'
import styles from './DraftBanner.module.css'

export function DraftBanner() {
  const { t } = useTranslation()
  const session = useSession()
  if (useDraft() === undefined) return null
  return (
    <p className={styles.line} role="status">
      <Eye size={15} aria-hidden />
      <span>{t('cards-draft-line')}</span>
      <Button onClick={() => void session.showDraft(undefined)}>{t('cards-draft-back')}</Button>
    </p>
  )
}
