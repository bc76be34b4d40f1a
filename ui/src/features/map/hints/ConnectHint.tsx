/** While a link is drawn by keys: from where to where, and how it goes on. */

import { useTranslation } from 'react-i18next'
import { useNode } from '../../../document'
import { Kbd } from '../../../kit'
import { useConnecting } from '../gestures/connecting'
import styles from '../StoryMap.module.css'

export function ConnectHint() {
  const { t } = useTranslation('map')
  const connecting = useConnecting((it) => it.connecting)
  const from = useNode(connecting?.from)
  const to = useNode(connecting?.to)
  return (
    <div aria-live="polite">
      {from && (
        <p className={styles.connecting}>
          <strong>
            {to
              ? t('connecting.to', { title: from.title, to: to.title })
              : t('connecting.from', { title: from.title })}
          </strong>
          <span className={styles.connectingHow}>
            {to ? (
              <>
                <Kbd keys="Enter" /> {t('connecting.link')}
              </>
            ) : (
              t('connecting.how')
            )}
            {' · '}
            <Kbd keys="Esc" /> {t('connecting.cancel')}
          </span>
        </p>
      )}
    </div>
  )
}
