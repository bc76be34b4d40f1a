/** The words of a text, and how many of the day's goal are written. */

import { useEffect, useRef } from 'react'
import { useSession } from '../../document'
import { useTranslation } from '../../text'
import styles from './prose.module.css'
import { addWords, countWordsOf, useWordsToday } from './wordsToday'
import { useWriting } from './writing'

interface WordCountProps {
  words: number
  /** Whether the text is as the writer typed it, and not as it was read. */
  isTyped: () => boolean
}

export function WordCount({ words, isTyped }: WordCountProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const story = mirror.story.id
  const { today, session } = useWordsToday()
  const goal = useWriting((it) => it.goal)
  const before = useRef(words)
  useEffect(() => countWordsOf(story), [story])
  useEffect(() => {
    const written = words - before.current
    before.current = words
    if (isTyped()) addWords(story, written)
  }, [story, words, isTyped])
  return (
    <>
      <span>{t('cards-text-words', { count: words })}</span>
      {(goal > 0 || today > 0) && (
        <span
          className={styles.today}
          data-reached={goal > 0 && today >= goal}
          title={t('cards-text-session', { count: session })}
        >
          {goal > 0
            ? t('cards-text-goal', { today, goal })
            : t('cards-text-today', { count: today })}
        </span>
      )}
    </>
  )
}
