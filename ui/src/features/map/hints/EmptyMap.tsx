/** How to begin, on a map with nothing on it. */

import { useTranslation } from 'react-i18next'
import { useActions } from '../../../actions'
import { Button, Kbd } from '../../../kit'
import { focusPanel } from '../../../state'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import styles from '../StoryMap.module.css'

export function EmptyMap() {
  const { t } = useTranslation('map')
  const [newNode, importFile] = useActions(['newNode', 'importFile'])
  // While the first title is being written there is nothing left to explain.
  if (useInlineEdit((it) => it.asking)) return null
  return (
    <div className={styles.hint}>
      <div className={styles.begin}>
        <h2>{t('emptyTitle')}</h2>
        <p>
          {t('emptyHow')} <Kbd keys="N" />
        </p>
        <div className={styles.beginWays}>
          <Button variant="primary" onClick={() => newNode?.perform()}>
            {t('emptyWrite')}
          </Button>
          <Button onClick={() => focusPanel('assistant')}>{t('emptyAssistant')}</Button>
          <Button onClick={() => importFile?.perform()}>{t('emptyImport')}</Button>
        </div>
      </div>
    </div>
  )
}
