/**
 * Fields for settings, made from the list that is written from the program's own: one more setting
 * there is one more field here. What it is called and what it means is in `settings.ftl`, under
 * `settings-of-` and its name.
 */

import type { ReactNode } from 'react'
import { type SettingField, settingFields } from '../../generated/settings'
import { Field, LabeledGroup, Segmented, Select, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './settings.module.css'

type Value = string | number | boolean

/** What a field of its own is given in place of the one made from the list. */
export interface OwnFieldProps {
  label: string
  value: Value
  change: (value: Value) => void
}

interface SettingFieldsProps {
  /** Which page of the dialog. */
  page: string
  values: Readonly<Record<string, unknown>>
  change: (part: Record<string, Value>) => void
  /** Fields that need more than the list says. */
  own?: Readonly<Record<string, (props: OwnFieldProps) => ReactNode>>
  fields?: readonly SettingField[]
}

export function SettingFields({
  page,
  values,
  change,
  own = {},
  fields = settingFields,
}: SettingFieldsProps) {
  const { t } = useTranslation()
  const shown = fields.filter((it) => it.page === page)
  const field = (it: SettingField) => {
    const props = {
      label: t.or(`settings-of-${it.name}`, it.name),
      value: values[it.name] as Value,
      change: (value: Value) => change({ [it.name]: value }),
    }
    const Own = own[it.name]
    return Own ? <Own key={it.name} {...props} /> : <OneField key={it.name} field={it} {...props} />
  }
  const numbers = shown.filter((it) => it.takes === 'number' && !own[it.name])
  const others = shown.filter((it) => !numbers.includes(it))
  return (
    <>
      {others.map(field)}
      {numbers.length > 0 && <div className={styles.numbers}>{numbers.map(field)}</div>}
    </>
  )
}

function OneField({ field, label, value, change }: OwnFieldProps & { field: SettingField }) {
  const { t } = useTranslation()
  const { name, takes, choices, least, most } = field
  const id = `settings-of-${name}`
  const chosen = choices ? `${id}-${String(value)}-note` : `${id}-note`
  const note = t.exists(chosen) ? { note: t.or(chosen, '') } : {}
  if (takes === 'boolean') {
    return (
      <label className={styles.habit}>
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.target.checked)}
        />
        {label}
      </label>
    )
  }
  if (choices && choices.length <= FEW) {
    return (
      <LabeledGroup label={label} {...note}>
        <Segmented
          label={label}
          value={String(value)}
          choices={choices.map((it) => ({ value: it, label: t.or(`${id}-${it}`, it) }))}
          onChange={change}
        />
      </LabeledGroup>
    )
  }
  return (
    <Field label={label} {...note}>
      {(ids) =>
        choices ? (
          <Select
            {...ids}
            value={String(value)}
            choices={choices.map((it) => ({ value: it, label: t.or(`${id}-${it}`, it) }))}
            onChoose={change}
          />
        ) : takes === 'number' ? (
          <TextInput
            {...ids}
            type="number"
            // Zero stands for the default or for no limit, and is left empty.
            value={value === 0 && !least ? '' : String(value)}
            min={least}
            max={most}
            onChange={(event) => change(Number(event.target.value))}
          />
        ) : (
          <TextInput
            {...ids}
            value={String(value)}
            maxLength={most}
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** So many choices stand beside one another; more are a list. */
const FEW = 4
