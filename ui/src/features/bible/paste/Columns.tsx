/** The role of each column of a pasted sheet: title, kind, an attribute, or none. */

import { Select, TextInput } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './paste.module.css'
import { letterOf } from './plan'
import type { ColumnRole } from './sheet'

interface ColumnsProps {
  roles: readonly ColumnRole[]
  /** The first row, by which a column is known. */
  sample: readonly string[]
  onChange: (column: number, meaning: ColumnRole) => void
}

const MEANINGS = ['title', 'kind', 'key', 'nothing'] as const

export function Columns({ roles, sample, onChange }: ColumnsProps) {
  const { t } = useTranslation()
  const choices = MEANINGS.map((value) => ({ value, label: t(`bible-paste-means-${value}`) }))
  return (
    <ol className={styles.columns}>
      {roles.map((meaning, at) => {
        const column = letterOf(at)
        return (
          <li key={column} className={styles.column}>
            <span className={styles.letter}>{column}</span>
            <Select
              aria-label={t('bible-paste-column', { column })}
              value={meaning.is}
              choices={choices}
              onChoose={(is) =>
                onChange(at, is === 'key' ? { is, key: '' } : ({ is } as ColumnRole))
              }
            />
            {meaning.is === 'key' && (
              <TextInput
                value={meaning.key}
                aria-label={t('bible-paste-key', { column })}
                placeholder={t('bible-paste-key-hint')}
                onChange={(event) => onChange(at, { is: 'key', key: event.target.value })}
              />
            )}
            <span className={styles.sample}>{sample[at]}</span>
          </li>
        )
      })}
    </ol>
  )
}
