/** How to start, on an empty map. */

import { useActions } from '../../../actions'
import { Button, Kbd } from '../../../kit'
import { focusPanel } from '../../../state'
import { useTranslation } from '../../../text'
import { useInlineEdit } from '../inlineEdit/inlineEdit'
import styles from '../StoryMap.module.css'

export function EmptyMap() {
  const { t } = useTranslation()
  const [newNode, importFile] = useActions(['newNode', 'importFile'])
  // While the first title is being written there is nothing left to explain.
  if (useInlineEdit((it) => it.asking)) return null
  return (
    <div className={styles.hint}>
      <div className={styles.begin}>
        <h2>{t('map-empty-title')}</h2>
        <p>
          {t('map-empty-how')} <Kbd keys="N" />
        </p>
        <div className={styles.beginWays}>
          <Button variant="primary" onClick={() => newNode?.perform()}>
            {t('map-empty-write')}
          </Button>
          <Button onClick={() => focusPanel('assistant')}>{t('map-empty-assistant')}</Button>
          <Button onClick={() => importFile?.perform()}>{t('map-empty-import')}</Button>
        </div>
      </div>
    </div>
  )
}
