/** The texts of one part of a request, each expandable to its full length. */

import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import { PartHead } from './PartHead'
import type { ContextPart, ShownText } from './shownContext'

interface ContextTextsProps {
  part: ContextPart
  texts: readonly ShownText[]
}

/** More than so many are laid out beside one another, where they have nothing to open. */
const MANY = 12

export function ContextTexts({ part, texts }: ContextTextsProps) {
  const { t } = useTranslation()
  const tokens = texts.every((it) => it.tokens !== undefined)
    ? texts.reduce((sum, it) => sum + (it.tokens ?? 0), 0)
    : undefined
  if (texts.length === 0) return null
  return (
    <section className={styles.section}>
      <PartHead part={part} tokens={tokens} count={texts.length} />
      <ul
        className={styles.pieces}
        data-many={texts.length > MANY && texts.every((it) => !it.text)}
      >
        {texts.map((it) => {
          const head = (
            <>
              {it.name && <span className={styles.pieceTitle}>{it.name}</span>}
              <span className={styles.reason}>{it.text.replace(/\s+/g, ' ').slice(0, 120)}</span>
            </>
          )
          return (
            <li key={it.key} className={styles.piece}>
              {it.text ? (
                <details className={styles.pieceText}>
                  <summary>{head}</summary>
                  <pre>{it.text}</pre>
                </details>
              ) : (
                <div className={styles.pieceText}>{head}</div>
              )}
              {texts.length > 1 && it.tokens !== undefined && (
                <span className={styles.tokens}>
                  {t('assistant-context-tokens', { count: it.tokens })}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
