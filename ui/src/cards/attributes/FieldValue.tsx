/** The control for a value of a field: what its type asks for, and nothing else. */

import {
  type Field,
  itemsIn,
  joinItems,
  nodeTitled,
  titlesFor,
  useRevision,
  useSelection,
  useSession,
} from '../../document'
import { AutoGrowTextArea, ChipInput, Select } from '../../kit'
import { useTranslation } from '../../text'
import { useEditableField } from '../useEditableField'
import styles from './attributes.module.css'

interface FieldValueProps {
  field: Field
  value: string
  /** False where it was refused. */
  onValue: (value: string) => Promise<boolean>
}

export function FieldValue(props: FieldValueProps) {
  const { field, value, onValue } = props
  const { t } = useTranslation()
  const label = t('cards-kv-value', { key: field.name })
  switch (field.type) {
    case 'choice': {
      // A value from before the choices were made stays until another is chosen.
      const known = new Set([...(value ? [value] : []), ...(field.choices ?? [])])
      return (
        <Select
          aria-label={label}
          value={value}
          choices={[
            { value: '', label: t('cards-kv-unsaid') },
            ...[...known].map((it) => ({ value: it, label: it })),
          ]}
          onChoose={(it) => void onValue(it)}
        />
      )
    }
    case 'date':
      return <DateValue {...props} label={label} />
    case 'list':
    case 'reference':
      return <ItemsValue {...props} />
    default:
      return <TextValue {...props} label={label} />
  }
}

function TextValue({ field, value, label, onValue }: FieldValueProps & { label: string }) {
  const hand = useEditableField(value, onValue)
  return (
    <AutoGrowTextArea
      fieldClassName={styles.grow ?? ''}
      aria-label={label}
      {...(field.type === 'number' ? { inputMode: 'decimal' as const } : {})}
      value={hand.value}
      onChange={(event) => hand.type(event.target.value)}
      onBlur={hand.finish}
      onKeyDown={hand.onKeyDown}
    />
  )
}

const DAY = /^\d{4}-\d\d-\d\d$/

function DateValue({ field, value, label, onValue }: FieldValueProps & { label: string }) {
  const hand = useEditableField(value, onValue)
  // What is no day would look like nothing in a field for days.
  if (value !== '' && !DAY.test(value)) return <TextValue {...{ field, value, label, onValue }} />
  return (
    <input
      type="date"
      className={styles.date}
      data-empty={hand.value === '' || undefined}
      aria-label={label}
      value={hand.value}
      onChange={(event) => hand.type(event.target.value)}
      onBlur={hand.finish}
      onKeyDown={hand.onKeyDown}
    />
  )
}

function ItemsValue({ field, value, onValue }: FieldValueProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const goTo = useSelection((it) => it.goTo)
  const isReference = field.type === 'reference'
  // A title may have a semicolon of its own.
  const isWhole = isReference && value !== '' && nodeTitled(mirror, value) !== undefined
  const items = isWhole ? [value] : itemsIn(field, value)
  const write = (next: readonly string[]) => void onValue(joinItems(field, next))
  const open = (title: string) => {
    const node = nodeTitled(mirror, title)
    if (node !== undefined) goTo([node])
  }
  return (
    <ChipInput
      label={t('cards-kv-value', { key: field.name })}
      addLabel={t('cards-kv-item', { key: field.name })}
      removeLabel={(item) => t('cards-kv-item-remove', { item, key: field.name })}
      chips={items}
      suggestions={isReference ? titlesFor(mirror, field).filter((it) => !items.includes(it)) : []}
      separators={isReference ? [';', '；'] : [',', '，', ';', '；']}
      onAdd={(typed) => write([...items.filter((it) => it !== typed), typed])}
      onRemove={(item) => write(items.filter((it) => it !== item))}
      {...(isReference ? { onOpen: open } : {})}
    />
  )
}
