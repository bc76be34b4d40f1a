/** One field of a tool's form, chosen by its type. */

import { useSession } from '../../document'
import type { Field as ToolField } from '../../generated/commands'
import { AutoGrowTextArea, Field, Select, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './form.module.css'
import { type FormValue, isLong, takesNodes } from './formValues'
import { ListField } from './ListField'

interface FieldInputProps {
  field: ToolField
  value: FormValue
  fault: string | undefined
  /** The id of the list of titles. */
  titles: string
  onChange: (value: FormValue) => void
}

type Ids = Parameters<Parameters<typeof Field>[0]['children']>[0]

export function FieldInput({ field, value, fault, titles, onChange }: FieldInputProps) {
  const { t, language } = useTranslation()
  const name = t.or(`tools-fields-${field.name}`, field.name.replaceAll('_', ' '))
  const label = field.must ? name : t('tools-optional', { name })
  // The tools describe themselves in English; other languages have notes of their own.
  const own = t.or(`tools-notes-${field.name}`, '')
  const note = language === 'en' ? field.about.replaceAll('`', '') : own
  if (typeof value !== 'string') {
    return (
      <ListField
        field={field}
        rows={value}
        label={label}
        note={note}
        fault={fault}
        titles={titles}
        onChange={onChange}
      />
    )
  }
  return (
    <Field label={label} {...(note ? { note } : {})} {...(fault ? { fault } : {})}>
      {(ids) => <Control {...{ ids, field, value, titles, onChange }} />}
    </Field>
  )
}

interface ControlProps {
  ids: Ids
  field: ToolField
  value: string
  titles: string
  onChange: (value: string) => void
}

function Control({ ids, field, value, titles, onChange }: ControlProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const typed = (event: { target: { value: string } }) => onChange(event.target.value)
  // A node that is named by its id is shown by its title until something else is typed.
  const shown = takesNodes(field) ? (mirror.nodes.get(value)?.title ?? value) : value
  if (field.takes === 'choice' || field.takes === 'boolean') {
    const known = field.choices ?? ['true', 'false']
    const choices = known.map((it) => ({
      value: it,
      label: t.or(`tools-choices-${it}`, it),
    }))
    const none = { value: '', label: t('tools-unsaid') }
    return <Select {...ids} value={value} choices={[none, ...choices]} onChoose={onChange} />
  }
  if (isLong(field) || value.includes('\n')) {
    return (
      <AutoGrowTextArea
        {...ids}
        fieldClassName={styles.long ?? ''}
        value={value}
        onChange={typed}
      />
    )
  }
  return (
    <TextInput
      {...ids}
      value={shown}
      autoComplete="off"
      {...(field.takes === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(takesNodes(field) ? { list: titles } : {})}
      onChange={typed}
    />
  )
}
