/** One attribute: its key and its value, each changed in place. */

import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ErrorReport } from '../../bridge'
import { IconButton } from '../../kit'
import { Fault } from '../Fault'
import { useHand } from '../useHand'
import styles from './attributes.module.css'

export interface Pair {
  k: string
  v: string
}

interface PairRowProps {
  pair: Pair
  /** The id of the list of keys to suggest. */
  known: string
  fault: ErrorReport | undefined
  onKey: (key: string) => Promise<boolean>
  onValue: (value: string) => Promise<boolean>
  onRemove: () => void
}

export function PairRow({ pair, known, fault, onKey, onValue, onRemove }: PairRowProps) {
  const { t } = useTranslation('cards')
  const key = useHand(pair.k, (k) => onKey(k.trim()))
  const value = useHand(pair.v, onValue)
  return (
    <li className={styles.row}>
      <input
        className={styles.key}
        aria-label={t('kv.key', { key: pair.k })}
        list={known}
        value={key.value}
        onChange={(event) => key.type(event.target.value)}
        onBlur={() => (key.value.trim() === '' ? key.drop() : key.finish())}
        onKeyDown={key.onKeyDown}
      />
      <Growing label={t('kv.value', { key: pair.k })} hand={value} />
      <IconButton
        className={styles.remove}
        label={t('kv.remove', { key: pair.k })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
      {fault && (
        <div className={styles.fault}>
          <Fault report={fault} />
        </div>
      )}
    </li>
  )
}

/** A value as tall as its lines. */
function Growing({ label, hand }: { label: string; hand: ReturnType<typeof useHand> }) {
  return (
    <span className={styles.grow} data-value={`${hand.value} `}>
      <textarea
        rows={1}
        className={styles.value}
        aria-label={label}
        value={hand.value}
        onChange={(event) => hand.type(event.target.value)}
        onBlur={hand.finish}
        onKeyDown={hand.onKeyDown}
      />
    </span>
  )
}
