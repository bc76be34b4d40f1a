/** Whether the words are safe, said quietly. */

import { useTranslation } from 'react-i18next'
import { Button } from '../../kit'
import { Fault } from '../Fault'
import type { Standing } from './manuscript'
import styles from './prose.module.css'

export function SaveLine({ standing, onRetry }: { standing: Standing; onRetry: () => void }) {
  const { t } = useTranslation('cards')
  if (standing.is === 'failed') {
    return (
      <div className={styles.failed}>
        <Fault report={standing.report} />
        <Button onClick={onRetry}>{t('text.retry')}</Button>
      </div>
    )
  }
  const said = standing.is === 'saving' || standing.is === 'saved' ? t(`text.${standing.is}`) : ''
  return (
    <span role="status" className={styles.saved}>
      {said}
    </span>
  )
}
