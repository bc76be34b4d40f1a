/** While a link is drawn by keyboard: its source and target, and the next keys. */

import { useNode } from '../../../document'
import { Kbd } from '../../../kit'
import { useTranslation } from '../../../text'
import { useConnecting } from '../gestures/connecting'
import styles from '../StoryMap.module.css'

export function ConnectHint() {
  const { t } = useTranslation()
  const connecting = useConnecting((it) => it.connecting)
  const from = useNode(connecting?.from)
  const to = useNode(connecting?.to)
  return (
    <div aria-live="polite">
      {from && (
        <p className={styles.connecting}>
          <strong>
            {to
              ? t('map-connecting-to', { title: from.title, to: to.title })
              : t('map-connecting-from', { title: from.title })}
          </strong>
          <span className={styles.connectingHow}>
            {to ? (
              <>
                <Kbd keys="Enter" /> {t('map-connecting-link')}
              </>
            ) : (
              t('map-connecting-how')
            )}
            {' · '}
            <Kbd keys="Esc" /> {t('map-connecting-cancel')}
          </span>
        </p>
      )}
    </div>
  )
}
