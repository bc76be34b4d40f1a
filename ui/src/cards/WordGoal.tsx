/** The word count and the word goal; a click changes the goal. */

import { type KeyboardEvent, useState } from 'react'
import { isImeKey } from '../kit'
import { useTranslation } from '../text'
import styles from './WordGoal.module.css'

interface WordGoalProps {
  words: number
  /** None where no goal is set. */
  goal: number | undefined
  /** What the goal is of, for the name of its field. */
  label: string
  /** Whether the numbers stand alone, where what they count is said beside them. */
  isPlain?: boolean
  /** 0 takes the goal away. */
  onGoal: (words: number) => void
}

export function WordGoal({ words, goal, label, isPlain = false, onGoal }: WordGoalProps) {
  const { t, language } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    if (typed === undefined) return
    setTyped(undefined)
    const wanted = Math.max(0, Math.min(100_000_000, Math.round(Number(typed) || 0)))
    if (wanted !== (goal ?? 0)) onGoal(wanted)
  }
  const keyed = (event: KeyboardEvent) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (typed !== undefined) {
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: the count was pressed to type the goal
        autoFocus
        type="number"
        min={0}
        step={50}
        className={styles.field}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={keyed}
      />
    )
  }
  const numbers = [words, goal].filter((it) => it !== undefined)
  const counted = isPlain
    ? numbers.map((it) => it.toLocaleString(language)).join(' / ')
    : goal
      ? t('cards-text-words-of', { words, goal })
      : t('cards-text-words', { count: words })
  return (
    <button
      type="button"
      className={styles.count}
      data-reached={goal !== undefined && words >= goal}
      aria-label={`${counted}. ${label}`}
      title={label}
      onClick={() => setTyped(goal === undefined ? '' : String(goal))}
    >
      {counted}
      {goal !== undefined && (
        <span className={styles.track} aria-hidden>
          <span style={{ width: `${Math.min(100, (words / goal) * 100)}%` }} />
        </span>
      )}
    </button>
  )
}
