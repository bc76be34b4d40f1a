/** The word count of a text with its goal, and the progress towards the day's goal. */

import { useEffect, useRef } from 'react'
import { useNodeTags, useSession } from '../../document'
import { useTranslation } from '../../text'
import type { ToolCaller } from '../useToolCall'
import { WordGoal } from '../WordGoal'
import styles from './prose.module.css'
import { addEarlierWords, addWords, countWordsOf, useWordsToday } from './wordsToday'
import { useWriting } from './writing'

interface WordCountProps {
  node: string
  call: ToolCaller['call']
  words: number
  /** Whether the text is as the writer typed it, and not as it was read. */
  isTyped: () => boolean
}

export function WordCount({ node, call, words, isTyped }: WordCountProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = session.mirror.story.id
  const { today, session: sinceOpened } = useWordsToday()
  const goal = useWriting((it) => it.goal)
  const own = useNodeTags((it) => it.goals.get(node))
  const setOwn = (value: number) => {
    const key = own?.key ?? t('cards-text-goal-key')
    void call('set_attribute', { nodes: [node], key, ...(value ? { value: String(value) } : {}) })
  }
  const before = useRef(words)
  useEffect(() => {
    if (!countWordsOf(story)) return
    // Without an answer the day begins with the next word.
    session.data('writing_progress', { days: 1 }).then(
      (it) => addEarlierWords(story, it.today),
      () => undefined,
    )
  }, [session, story])
  useEffect(() => {
    const written = words - before.current
    before.current = words
    if (isTyped()) addWords(story, written)
  }, [story, words, isTyped])
  return (
    <>
      <WordGoal
        words={words}
        goal={own?.words}
        label={t('cards-text-goal-scene')}
        onGoal={setOwn}
      />
      {(goal > 0 || today > 0) && (
        <span
          className={styles.today}
          data-reached={goal > 0 && today >= goal}
          title={t('cards-text-session', { count: sinceOpened })}
        >
          {goal > 0
            ? t('cards-text-goal', { today, goal })
            : t('cards-text-today', { count: today })}
        </span>
      )}
    </>
  )
}
