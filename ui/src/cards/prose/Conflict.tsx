/**
 * Sentences that were changed both here and elsewhere: both versions are shown side by side until
 * one of them, or both, are chosen.
 */

import { useId, useState } from 'react'
import { Button, Segmented } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Conflict.module.css'
import { type Choice, isMergeConflict, type MergeConflict } from './merge'
import type { TextBuffer } from './textBuffer'

const CHOICES: readonly Choice[] = ['theirs', 'both', 'mine']

export function Conflict({ manuscript }: { manuscript: TextBuffer }) {
  const { t } = useTranslation()
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const clashes = manuscript.parts.filter(isMergeConflict)
  const choose = (index: number, choice: Choice) =>
    setChoices(clashes.map((_, at) => (at === index ? choice : (choices[at] ?? 'both'))))
  return (
    <section className={styles.conflict} aria-label={t('cards-text-changed')}>
      <p role="alert" className={styles.changed}>
        {t('cards-text-changed')}
      </p>
      <ul className={styles.clashes}>
        {clashes.map((clash, index) => (
          <li key={`${clash.base}${clash.theirs}`}>
            <ClashRow
              clash={clash}
              choice={choices[index] ?? 'both'}
              onChoose={(choice) => choose(index, choice)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <span className={styles.note}>{t('cards-text-settleNote')}</span>
        <Button variant="primary" onClick={() => manuscript.settle(choices)}>
          {t('cards-text-settle')}
        </Button>
      </div>
    </section>
  )
}

interface ClashRowProps {
  clash: MergeConflict
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** One place that both changed: theirs and the writer's words beside each other. */
function ClashRow({ clash, choice, onChoose }: ClashRowProps) {
  const { t } = useTranslation()
  const side = (name: 'theirs' | 'mine') => (
    <Side
      title={t(`cards-text-side-${name}`)}
      text={clash[name].trim()}
      isKept={choice === name || choice === 'both'}
    />
  )
  return (
    <>
      <div className={styles.sides}>
        {side('theirs')}
        {side('mine')}
      </div>
      <Segmented<Choice>
        label={t('cards-text-choose')}
        value={choice}
        choices={CHOICES.map((value) => ({ value, label: t(`cards-text-keep-${value}`) }))}
        onChange={onChoose}
      />
    </>
  )
}

function Side({ title, text, isKept }: { title: string; text: string; isKept: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.side} data-kept={isKept}>
      <span id={id} className={styles.title}>
        {title}
      </span>
      {text ? (
        <blockquote className={styles.words} aria-labelledby={id}>
          {text}
        </blockquote>
      ) : (
        <p className={styles.nothing}>{t('cards-text-side-nothing')}</p>
      )}
    </div>
  )
}
