/** One attribute: its key and its value, both edited in place. */

import { X } from 'lucide-react'
import type { ErrorReport } from '../../bridge'
import { AutoGrowTextArea, IconButton } from '../../kit'
import { useTranslation } from '../../text'
import { ErrorMessage } from '../ErrorMessage'
import { useEditableField } from '../useEditableField'
import styles from './attributes.module.css'

export interface Pair {
  k: string
  v: string
}

interface AttributeRowProps {
  pair: Pair
  /** The id of the list of keys to suggest. */
  known: string
  fault: ErrorReport | undefined
  /** What the attribute is for, where that is not plain. */
  hint?: string | undefined
  onKey: (key: string) => Promise<boolean>
  onValue: (value: string) => Promise<boolean>
  onRemove: () => void
}

export function AttributeRow({
  pair,
  known,
  fault,
  hint,
  onKey,
  onValue,
  onRemove,
}: AttributeRowProps) {
  const { t } = useTranslation()
  const key = useEditableField(pair.k, (k) => onKey(k.trim()))
  const value = useEditableField(pair.v, onValue)
  return (
    <li className={styles.row}>
      <input
        className={styles.key}
        aria-label={t('cards-kv-key', { key: pair.k })}
        list={known}
        value={key.value}
        onChange={(event) => key.type(event.target.value)}
        onBlur={() => (key.value.trim() === '' ? key.drop() : key.finish())}
        onKeyDown={key.onKeyDown}
      />
      <AutoGrowTextArea
        fieldClassName={styles.grow ?? ''}
        aria-label={t('cards-kv-value', { key: pair.k })}
        value={value.value}
        onChange={(event) => value.type(event.target.value)}
        onBlur={value.finish}
        onKeyDown={value.onKeyDown}
      />
      <IconButton
        className={styles.remove}
        label={t('cards-kv-remove', { key: pair.k })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
      {hint && <span className={styles.note}>{hint}</span>}
      {fault && (
        <div className={styles.fault}>
          <ErrorMessage report={fault} />
        </div>
      )}
    </li>
  )
}
