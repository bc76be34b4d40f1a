/** The fields of a kind: each with a name and a type, and what the type needs to know. */

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FIELD_TYPES, type Field, type FieldType } from '../../document'
import { Button, ChipInput, IconButton, Field as LabeledField, Select, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './fields.module.css'

interface FieldsEditorProps {
  fields: readonly Field[]
  /** The kinds that a reference may be limited to. */
  kinds: readonly string[]
  onChange: (fields: readonly Field[]) => void
}

export function FieldsEditor({ fields, kinds, onChange }: FieldsEditorProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  })
  const change = (at: number, next: Field) =>
    onChange(fields.map((it, index) => (index === at ? next : it)))
  const move = (at: number, to: number) => {
    const next = [...fields]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(to, 0, moved)
    onChange(next)
  }
  return (
    <section className={styles.fields} aria-label={t('tools-field-list')}>
      <h3 className={styles.heading}>{t('tools-field-list')}</h3>
      <p className={styles.note}>{t('tools-field-note')}</p>
      <ul ref={list} className={styles.list}>
        {fields.map((field, at) => (
          <FieldLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a field that is being named has nothing else
            key={at}
            field={field}
            kinds={kinds}
            isFirst={at === 0}
            isLast={at === fields.length - 1}
            onChange={(next) => change(at, next)}
            onMove={(step) => move(at, at + step)}
            onRemove={() => onChange(fields.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      <Button
        icon={<Plus size={14} aria-hidden />}
        onClick={() => {
          added.current = true
          onChange([...fields, { name: '', type: 'text' }])
        }}
      >
        {t('tools-field-add')}
      </Button>
    </section>
  )
}

interface FieldLineProps {
  field: Field
  kinds: readonly string[]
  isFirst: boolean
  isLast: boolean
  onChange: (field: Field) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function FieldLine(props: FieldLineProps) {
  const { field, kinds, isFirst, isLast, onChange, onMove, onRemove } = props
  const { t } = useTranslation()
  const { name, choices = [] } = field
  return (
    <li className={styles.field}>
      <TextInput
        aria-label={t('tools-field-name')}
        placeholder={t('tools-field-name')}
        value={name}
        onChange={(event) => onChange({ ...field, name: event.target.value })}
      />
      <Select
        aria-label={t('tools-field-type', { name })}
        value={field.type ?? 'text'}
        choices={FIELD_TYPES.map((it) => ({ value: it, label: t(`tools-field-type-${it}`) }))}
        onChoose={(type) => onChange({ name, type: type as FieldType })}
      />
      <span className={styles.buttons}>
        <IconButton
          label={t('tools-field-up', { name })}
          icon={<ArrowUp size={14} />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('tools-field-down', { name })}
          icon={<ArrowDown size={14} />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('tools-field-remove', { name })}
          icon={<X size={14} />}
          onClick={onRemove}
        />
      </span>
      {field.type === 'choice' && (
        <div className={styles.more}>
          <ChipInput
            label={t('tools-field-choices', { name })}
            addLabel={t('tools-field-choice-add')}
            removeLabel={(choice) => t('tools-field-choice-remove', { choice })}
            chips={choices}
            suggestions={[]}
            onAdd={(typed) =>
              onChange({ ...field, choices: [...choices.filter((it) => it !== typed), typed] })
            }
            onRemove={(choice) =>
              onChange({ ...field, choices: choices.filter((it) => it !== choice) })
            }
          />
        </div>
      )}
      {field.type === 'reference' && (
        <div className={styles.more}>
          <LabeledField label={t('tools-field-to', { name })}>
            {(ids) => (
              <Select
                {...ids}
                value={field.to ?? ''}
                choices={[
                  { value: '', label: t('tools-field-to-any') },
                  ...kinds.map((it) => ({ value: it, label: t.or(`inspector-kinds-${it}`, it) })),
                ]}
                onChoose={(to) => {
                  const { to: _, ...rest } = field
                  onChange(to === '' ? rest : { ...rest, to })
                }}
              />
            )}
          </LabeledField>
          <LabeledField label={t('tools-field-inverse', { name })}>
            {(ids) => (
              <TextInput
                {...ids}
                placeholder={t('tools-field-inverse-hint')}
                value={field.inverse ?? ''}
                onChange={(event) => onChange({ ...field, inverse: event.target.value })}
              />
            )}
          </LabeledField>
        </div>
      )}
    </li>
  )
}
