/** The last row: adds a key and a value. */

import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { AutoGrowTextArea, IconButton } from '../../kit'
import { useTranslation } from '../../text'
import type { Pair } from './AttributeRow'
import styles from './attributes.module.css'

interface AddAttributeRowProps {
  known: string
  /** The keys there are; adding one again would quietly replace its value. */
  taken: readonly string[]
  onAdd: (pair: Pair) => Promise<boolean>
}

export function AddAttributeRow({ known, taken, onAdd }: AddAttributeRowProps) {
  const { t } = useTranslation()
  const [k, setKey] = useState('')
  const [v, setValue] = useState('')
  const key = useRef<HTMLInputElement>(null)
  const double = taken.some((it) => it.toLowerCase() === k.trim().toLowerCase())
  const ready = k.trim() !== '' && !double

  const add = async () => {
    if (!ready || !(await onAdd({ k: k.trim(), v }))) return
    setKey('')
    setValue('')
    key.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void add()
  }
  return (
    <div className={styles.row}>
      <input
        ref={key}
        className={styles.key}
        aria-label={t('cards-kv-new-key')}
        placeholder={t('cards-kv-new-key')}
        list={known}
        value={k}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <AutoGrowTextArea
        fieldClassName={styles.grow ?? ''}
        aria-label={t('cards-kv-new-value')}
        placeholder={t('cards-kv-new-value')}
        value={v}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        label={t('cards-kv-add')}
        icon={<Plus size={15} />}
        disabled={!ready}
        onClick={() => void add()}
      />
      {double && <span className={styles.note}>{t('cards-kv-double', { key: k.trim() })}</span>}
    </div>
  )
}
