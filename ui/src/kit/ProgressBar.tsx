/** A progress bar; animated without a value if the progress is unknown. */

import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** From 0 to 1; null if unknown. */
  done: number | null
}

export function ProgressBar({ label, done }: ProgressBarProps) {
  const percent = done === null ? undefined : Math.round(Math.min(1, Math.max(0, done)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { 'aria-valuenow': percent })}
      className={styles.track}
    >
      <div
        className={`${styles.bar} ${percent === undefined ? styles.unknown : ''}`}
        {...(percent === undefined ? {} : { style: { width: `${percent}%` } })}
      />
    </div>
  )
}
