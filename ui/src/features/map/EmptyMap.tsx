/** How to begin, on a map with nothing on it. */

import { useTranslation } from 'react-i18next'
import { Empty, Keys } from '../../kit'
import { useAsking } from './asking'
import styles from './StoryMap.module.css'

export function EmptyMap() {
  const { t } = useTranslation('map')
  // While the first title is being written there is nothing left to explain.
  if (useAsking((it) => it.asking)) return null
  return (
    <div className={styles.hint}>
      <Empty title={t('emptyTitle')}>
        <span>
          {t('emptyHow')} <Keys keys="N" />
        </span>
        <span>{t('emptyAssistant')}</span>
      </Empty>
    </div>
  )
}
