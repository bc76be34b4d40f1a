/** A slash command of the person, and its result. */

import { CallCard } from '../calls/CallCard'
import type { Command } from '../state/reduce'
import styles from './Turn.module.css'

export function CommandView({ command }: { command: Command }) {
  const { id, name, line, answer } = command
  const call = { kind: 'call' as const, id, name, args: {}, ...(answer ? { answer } : {}) }
  return (
    <article className={styles.turn} aria-label={line}>
      <p className={`${styles.said} ${styles.slash}`}>{line}</p>
      <CallCard call={call} open />
    </article>
  )
}
