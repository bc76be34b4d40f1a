/** A place in a text; a press opens the text there. */

import type { ReactNode } from 'react'
import { openPassage } from '../../state'
import { useTranslation } from '../../text'
import type { Repetitions } from './RepetitionsPanel'
import styles from './repetitions.module.css'

type Place = Repetitions['phrases'][number]['places'][number]

interface PlaceButtonProps {
  place: Place
  /** What is said before the title of the scene. */
  words?: ReactNode
}

export function PlaceButton({ place, words }: PlaceButtonProps) {
  const { t } = useTranslation()
  const { node, quote, character } = place
  return (
    <button
      type="button"
      className={styles.place}
      title={t('repetitions-open', { title: node.title })}
      onClick={() => openPassage(node.id, { quote, character })}
    >
      <span className={styles.head}>
        {words && <span className={styles.word}>{words}</span>}
        <span className={styles.node}>{node.title}</span>
      </span>
      {words && <q className={styles.quote}>{quote.replace(/\s+/g, ' ')}</q>}
    </button>
  )
}
