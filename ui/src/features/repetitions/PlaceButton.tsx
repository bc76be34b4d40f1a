/** A place in a text. */

import type { ReactNode } from 'react'
import { useTranslation } from '../../text'
import type { Repetitions } from './RepetitionsPanel'
import styles from './repetitions.module.css'

export type Place = Repetitions['phrases'][number]['places'][number]

interface PlaceButtonProps {
  place: Place
  /** What is said before the title of the scene. */
  words?: ReactNode
  onOpen: (place: Place) => void
}

export function PlaceButton({ place, words, onOpen }: PlaceButtonProps) {
  const { t } = useTranslation()
  const { node, quote } = place
  return (
    <button
      type="button"
      className={styles.place}
      title={t('repetitions-open', { title: node.title })}
      onClick={() => onOpen(place)}
    >
      <span className={styles.head}>
        {words && <span className={styles.word}>{words}</span>}
        <span className={styles.node}>{node.title}</span>
      </span>
      {words && <q className={styles.quote}>{quote.replace(/\s+/g, ' ')}</q>}
    </button>
  )
}
