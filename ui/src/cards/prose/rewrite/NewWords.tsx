/** The new words against the old ones: each change is taken or left, then all of it goes into the text. */

import { useMemo, useState } from 'react'
import { Button } from '../../../kit'
import { countWords } from '../../../notation'
import { useTranslation } from '../../../text'
import { type BlendPart, blended, type Grain, partsOf } from './blend'
import styles from './rewrite.module.css'
import type { Rewritten } from './useRewriting'

interface NewWordsProps {
  passage: string
  /** Whether the passage stays, and the new words come behind it. */
  isBehind: boolean
  isThere: () => boolean
  answer: Rewritten
  onTake: (words: string, behind: boolean) => void
  onAnother: () => void
  onBack: () => void
}

const NONE: ReadonlySet<number> = new Set()

export function NewWords(props: NewWordsProps) {
  const { passage, isBehind, isThere, answer, onTake, onAnother, onBack } = props
  const { t } = useTranslation()
  const [grain, setGrain] = useState<Grain>('phrases')
  const [left, setLeft] = useState(NONE)
  const [isGone, setGone] = useState(false)
  const older = isBehind ? '' : passage
  const parts = useMemo(() => partsOf(older, answer.text, grain), [older, answer.text, grain])
  const words = blended(parts, left)
  const isSame = words === older
  const toggle = (index: number) => {
    const next = new Set(left)
    if (!next.delete(index)) next.add(index)
    setLeft(next)
  }
  const take = () => {
    // Words that were written there meanwhile are not written over.
    if (!isBehind && !isThere()) setGone(true)
    else onTake(words, isBehind)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a run of text, of which parts can be pressed */}
      <div className={styles.words} role="group" aria-label={t('cards-rewrite-new')}>
        {parts.map((part, index) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
            key={index}
            part={part}
            taken={!left.has(index)}
            onToggle={() => toggle(index)}
          />
        ))}
      </div>
      {!answer.complete && <p className={styles.warn}>{t('cards-rewrite-cut')}</p>}
      {answer.lost_links.length > 0 && (
        <p className={styles.warn}>
          {t('cards-rewrite-lost', { titles: answer.lost_links.join(', ') })}
        </p>
      )}
      {isGone && (
        <p className={styles.warn} role="alert">
          {t('cards-rewrite-gone')}
        </p>
      )}
      <footer className={styles.foot}>
        <Button data-rewrite-focus variant="primary" disabled={isSame} onClick={take}>
          {t(left.size > 0 ? 'cards-rewrite-take-part' : 'cards-rewrite-take')}
        </Button>
        <Button onClick={onAnother}>{t('cards-rewrite-another')}</Button>
        <Button variant="plain" onClick={onBack}>
          {t('cards-rewrite-other')}
        </Button>
        {!isBehind && (
          <label className={styles.grain}>
            <input
              type="checkbox"
              checked={grain === 'words'}
              onChange={(event) => {
                setGrain(event.target.checked ? 'words' : 'phrases')
                setLeft(NONE)
              }}
            />
            {t('cards-rewrite-by-word')}
          </label>
        )}
        <span className={styles.count}>
          {t(isBehind ? 'cards-rewrite-count' : 'cards-rewrite-counts', {
            before: countWords(older),
            after: countWords(words),
          })}
        </span>
      </footer>
    </>
  )
}

interface PartProps {
  part: BlendPart
  taken: boolean
  onToggle: () => void
}

function Part({ part, taken, onToggle }: PartProps) {
  const { t } = useTranslation()
  if (part.kind === 'same') return <span>{part.text}</span>
  const { removed, added } = part
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button would not run on over lines as words do
    <span
      role="button"
      tabIndex={0}
      aria-pressed={taken}
      title={t('cards-rewrite-change', {
        removed: removed.trim() || t('cards-rewrite-nothing'),
        added: added.trim() || t('cards-rewrite-nothing'),
      })}
      className={styles.change}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        onToggle()
      }}
    >
      {removed !== '' && <del>{removed}</del>}
      {removed !== '' && added !== '' && ' '}
      {added !== '' && <ins>{added}</ins>}
    </span>
  )
}
