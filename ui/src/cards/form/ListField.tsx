/** A list in a tool's form: one row for each item, which can be added and removed. */

import { Plus, X } from 'lucide-react'
import { useSession } from '../../document'
import type { Field } from '../../generated/commands'
import { AutoGrowTextArea, Button, IconButton, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './form.module.css'
import { ITEM, isLong, type Row, rowFields, takesNodes } from './formValues'

interface ListFieldProps {
  field: Field
  rows: readonly Row[]
  label: string
  note: string
  fault: string | undefined
  titles: string
  onChange: (rows: readonly Row[]) => void
}

export function ListField({ field, rows, label, note, fault, titles, onChange }: ListFieldProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const parts = rowFields(field)
  const list = takesNodes(field) ? { list: titles } : {}
  const empty = Object.fromEntries(parts.map((it) => [it.name, '']))
  const shown = rows.length > 0 ? rows : [empty]
  const change = (at: number, name: string, value: string) =>
    onChange(shown.map((row, index) => (index === at ? { ...row, [name]: value } : row)))
  const titled = (value: string) =>
    takesNodes(field) ? (mirror.nodes.get(value)?.title ?? value) : value
  const nameOf = (part: Field) =>
    part.name === ITEM ? label : t.or(`tools-fields-${part.name}`, part.name)

  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{label}</legend>
      {shown.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={at} className={styles.row}>
          {parts.map((part) => {
            const value = row[part.name] ?? ''
            const props = {
              'aria-label': t('tools-row', { name: nameOf(part), number: at + 1 }),
              placeholder: part.name === ITEM ? '' : nameOf(part),
              value: titled(value),
              onChange: (event: { target: { value: string } }) =>
                change(at, part.name, event.target.value),
            }
            return isLong(part) || value.includes('\n') ? (
              <AutoGrowTextArea key={part.name} fieldClassName={styles.long ?? ''} {...props} />
            ) : (
              <TextInput key={part.name} autoComplete="off" {...list} {...props} />
            )
          })}
          <IconButton
            label={t('tools-remove-row', { number: at + 1 })}
            icon={<X size={14} />}
            disabled={rows.length === 0}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        variant="plain"
        icon={<Plus size={14} />}
        onClick={() => onChange([...shown, empty])}
        className={styles.more}
      >
        {t('tools-add-row')}
      </Button>
      {(fault ?? note) && (
        <span className={fault ? styles.fault : styles.note}>{fault ?? note}</span>
      )}
    </fieldset>
  )
}
