/**
 * The box below a text in which a passage of it is rewritten: what is to be done, the new words while
 * they come, and taking or leaving each change. Writes nothing itself.
 */

import { Sparkles, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { IconButton, isImeKey } from '../../../kit'
import { useTranslation } from '../../../text'
import { ErrorMessage } from '../../ErrorMessage'
import type { PassageText } from '../passage'
import { NewWords } from './NewWords'
import { RewriteForm } from './RewriteForm'
import styles from './rewrite.module.css'
import { StreamingWords } from './StreamingWords'
import { useRewriting } from './useRewriting'

interface RewriteBoxProps {
  node: string
  draft: string | undefined
  passage: PassageText
  /** Whether the text still has the passage as it was chosen. */
  isThere: () => boolean
  /** Takes words into the text; `behind` the passage where it stays. */
  onTake: (words: string, behind: boolean) => void
  /** Nothing is to be taken. */
  onLeave: () => void
}

export function RewriteBox({ node, draft, passage, isThere, onTake, onLeave }: RewriteBoxProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const heading = useId()
  const { text, character, isCaret } = passage
  const { state, soFar, fault, ask, stop } = useRewriting({
    node,
    draft,
    passage: text,
    character,
  })
  // What comes next takes the keyboard from what was there before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has another first control
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-rewrite-focus]')?.focus()
  }, [state.is])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key !== 'Escape') return
    event.preventDefault()
    // The page below is left by the same key.
    event.stopPropagation()
    if (state.is === 'writing') stop()
    else onLeave()
  }
  return (
    <section ref={box} className={styles.box} aria-labelledby={heading} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <Sparkles size={14} aria-hidden />
        <h3 id={heading} className={styles.heading}>
          {t(isCaret ? 'cards-rewrite-title-caret' : 'cards-rewrite-title')}
        </h3>
        <IconButton
          label={t('cards-rewrite-close')}
          keys="Escape"
          icon={<X size={15} />}
          onClick={onLeave}
        />
      </header>
      <ErrorMessage report={fault} />
      {state.is === 'choosing' && <RewriteForm isCaret={isCaret} onRequest={ask} />}
      {state.is === 'writing' && <StreamingWords soFar={soFar} onStop={stop} />}
      {state.is === 'written' && (
        <NewWords
          key={state.answer.text}
          passage={text}
          isBehind={state.request.task === 'continue' || isCaret}
          isThere={isThere}
          answer={state.answer}
          onTake={onTake}
          onAnother={() => ask(state.request)}
          onBack={stop}
        />
      )}
    </section>
  )
}
