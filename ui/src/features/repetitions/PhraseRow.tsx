/** A phrase that is used again and again; unfolds to its places. */

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../text'
import { type Place, PlaceButton } from './PlaceButton'
import type { Repetitions } from './RepetitionsPanel'
import styles from './repetitions.module.css'

interface PhraseRowProps {
  phrase: Repetitions['phrases'][number]
  onOpen: (place: Place) => void
}

export function PhraseRow({ phrase, onOpen }: PhraseRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const Arrow = open ? ChevronDown : ChevronRight
  const unlisted = phrase.count - phrase.places.length
  return (
    <li>
      <button
        type="button"
        className={styles.phrase}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Arrow size={14} aria-hidden className={styles.arrow} />
        <b>{phrase.phrase}</b>
        <span className={styles.count}>× {phrase.count}</span>
      </button>
      {open && (
        <ul className={styles.places}>
          {phrase.places.map((it) => (
            <li key={`${it.node.id} ${it.character}`}>
              <PlaceButton place={it} onOpen={onOpen} />
            </li>
          ))}
          {unlisted > 0 && (
            <li className={styles.more}>{t('repetitions-more', { count: unlisted })}</li>
          )}
        </ul>
      )}
    </li>
  )
}
