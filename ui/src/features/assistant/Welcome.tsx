/** Before the first words: what the assistant is, and what can be said to it. */

import { useTranslation } from 'react-i18next'
import { useNumber, useSession } from '../../document'
import styles from './Assistant.module.css'
import { setText } from './talk'

export function Welcome() {
  const { t } = useTranslation('assistant')
  const { mirror } = useSession()
  // Drawn again when the story was read, so that an example can name a node that is there.
  useNumber()
  const first = mirror.nodes.get(mirror.story.start ?? '') ?? [...mirror.nodes.values()][0]
  const examples = [
    t('welcome.rename'),
    first ? t('welcome.after', { title: first.title }) : t('welcome.scene'),
    t('welcome.portrait'),
    t('welcome.attributes'),
  ]
  return (
    <div className={styles.welcome}>
      <h3>{t('welcome.title')}</h3>
      <p>{t('welcome.what')}</p>
      <ul className={styles.examples} aria-label={t('welcome.examples')}>
        {examples.map((it) => (
          <li key={it}>
            <button
              type="button"
              className={styles.example}
              onClick={(event) => {
                setText(it)
                event.currentTarget
                  .closest('section')
                  ?.parentElement?.querySelector('textarea')
                  ?.focus()
              }}
            >
              {it}
            </button>
          </li>
        ))}
      </ul>
      <p>{t('welcome.model')}</p>
    </div>
  )
}
