/** One variable: its name, which can be changed, its values, and on request each of its uses. */

import { ChevronDown, ChevronRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useToolCall } from '../../cards'
import { IconButton, NameField } from '../../kit'
import { useTranslation } from '../../text'
import { VariableUses } from './VariableUses'
import styles from './variables.module.css'

export type ListedVariable = ToolOutput<'list_variables'>['variables'][number]

interface VariableRowProps {
  variable: ListedVariable
  isOpen: boolean
  onToggle: () => void
  onRenamed: (name: string) => void
}

export function VariableRow({ variable, isOpen, onToggle, onRenamed }: VariableRowProps) {
  const { t } = useTranslation()
  const { call, fault } = useToolCall()
  const [renames, setRenames] = useState(false)
  const { variable: name, values, set, read } = variable
  const rename = async (written?: string) => {
    setRenames(false)
    const chosen = written?.trim() ?? ''
    if (chosen === '' || chosen === name) return
    if (await call('rename_variable', { variable: name, new_name: chosen })) onRenamed(chosen)
  }
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={styles.variable}>
      <div className={styles.head}>
        {renames ? (
          <NameField name={name} label={t('variables-new-name', { name })} done={rename} />
        ) : (
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <Chevron size={14} aria-hidden className={styles.mark} />
            <span className={styles.name}>{name}</span>
            <span className={styles.values}>{values.join(', ')}</span>
          </button>
        )}
        <IconButton
          icon={<Pencil size={14} />}
          label={t('variables-rename', { name })}
          onClick={() => setRenames(true)}
        />
      </div>
      <p className={styles.counts}>
        {set === 0 ? (
          <strong>{t('variables-never-set')}</strong>
        ) : (
          t('variables-set', { count: set })
        )}
        {' · '}
        {read === 0 ? (
          <strong>{t('variables-never-read')}</strong>
        ) : (
          t('variables-read', { count: read })
        )}
      </p>
      <ErrorMessage report={fault} />
      {isOpen && <VariableUses variable={name} />}
    </li>
  )
}
