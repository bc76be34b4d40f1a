/** What is done to all chosen rows at once: an attribute set or taken away. */

import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Growing, TextInput } from '../../kit'
import styles from './Bible.module.css'

interface BulkProps {
  count: number
  keys: readonly string[]
  busy: boolean
  onSet: (key: string, value: string | undefined) => void
}

export function Bulk({ count, keys, busy, onSet }: BulkProps) {
  const { t } = useTranslation('bible')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const known = useId()
  const name = key.trim()
  return (
    <form
      className={styles.bulk}
      aria-label={t('bulk', { count })}
      onSubmit={(event) => {
        event.preventDefault()
        if (name) onSet(name, value)
      }}
    >
      <strong>{t('bulk', { count })}</strong>
      <datalist id={known}>
        {keys.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <TextInput
        list={known}
        value={key}
        aria-label={t('key')}
        placeholder={t('key')}
        onChange={(event) => setKey(event.target.value)}
      />
      <Growing
        look={styles.bulkValue ?? ''}
        value={value}
        aria-label={t('value')}
        placeholder={t('value')}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={!name || busy}>
        {t('set')}
      </Button>
      <Button disabled={!name || busy} onClick={() => onSet(name, undefined)}>
        {t('takeAway')}
      </Button>
    </form>
  )
}
