/** One piece of what a model was shown: its title, why, its size, its text, and the choices about it. */

import type { ReactNode } from 'react'
import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import type { ContextChoice } from './shownContext'

interface ContextRowProps {
  title: string
  reason: string
  tokens: number
  text: string
  shown: boolean
  how: ContextChoice
  /** The buttons that choose what is included from now on. */
  children?: ReactNode
}

export function ContextRow({ title, reason, tokens, text, shown, how, children }: ContextRowProps) {
  const { t } = useTranslation()
  const head = (
    <>
      <span className={styles.pieceTitle}>{title}</span>
      <span className={styles.reason}>{reason}</span>
    </>
  )
  return (
    <li className={styles.piece} data-how={how} data-shown={shown}>
      {text ? (
        <details className={styles.pieceText}>
          <summary>{head}</summary>
          <pre>{text}</pre>
        </details>
      ) : (
        <div className={styles.pieceText}>{head}</div>
      )}
      <span className={styles.tokens}>
        {tokens > 0 && t('assistant-context-tokens', { count: tokens })}
      </span>
      {children && <span className={styles.choices}>{children}</span>}
    </li>
  )
}
