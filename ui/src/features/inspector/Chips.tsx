/** The empty capabilities of a page, as one row of chips. */

import { Plus } from 'lucide-react'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

interface ChipsProps {
  names: readonly string[]
  onAdd: (name: string) => void
}

export function Chips({ names, onAdd }: ChipsProps) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <ul className={styles.missing} aria-label={t('inspector-chips')}>
      {names.map((name) => {
        const label = t.or(`inspector-chips-${name}`, t.or(`inspector-capabilities-${name}`, name))
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.addChip}
              aria-label={t('inspector-add', { name: label })}
              onClick={() => onAdd(name)}
            >
              <Plus size={13} aria-hidden />
              {label}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
