/** An empty conversation: what the assistant is, and examples of what to ask. */

import { useRevision, useSelection, useSession } from '../../../document'
import { useTranslation } from '../../../text'
import styles from '../Assistant.module.css'
import { setText } from '../state/conversation'
import { examplesFor } from './examples'

export function Welcome() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  // Drawn again when the story was read, so that examples name what is there.
  useRevision()
  const focused = useSelection((it) => it.focused)
  const examples = examplesFor(mirror, focused).map(({ key, title }) =>
    t(`assistant-welcome-${key}`, { title }),
  )
  return (
    <div className={styles.welcome}>
      <h3>{t('assistant-welcome-title')}</h3>
      <p>{t('assistant-welcome-what')}</p>
      <ul className={styles.examples} aria-label={t('assistant-welcome-examples')}>
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
      <p>{t('assistant-welcome-model')}</p>
    </div>
  )
}
