/** The arguments of a call as a form, made from the fields of its tool. */

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, IconButton, Select, TextArea, TextInput } from '../../kit'
import type { Args, Pair, Shown } from './args'
import styles from './Question.module.css'

interface ArgsFormProps {
  /** The fields of the tool; undefined where it is known by name alone. */
  fields: readonly Shown[] | undefined
  args: Args
  onChange: (args: Args) => void
  /** Which fields cannot be read as they stand. */
  onBroken: (name: string, broken: boolean) => void
}

export function ArgsForm({ fields, args, onChange, onBroken }: ArgsFormProps) {
  const { t } = useTranslation('assistant')
  if (!fields) {
    return (
      <Field label={t('asks.arguments')}>
        {(ids) => (
          <Json
            ids={ids}
            value={args}
            onChange={(value) => onChange(value as Args)}
            onBroken={(broken) => onBroken('', broken)}
          />
        )}
      </Field>
    )
  }
  const editor = (shown: Shown) => (
    <One
      key={shown.field.name}
      shown={shown}
      value={args[shown.field.name]}
      onChange={(value) => onChange({ ...args, [shown.field.name]: value })}
      onBroken={(broken) => onBroken(shown.field.name, broken)}
    />
  )
  const later = fields.filter((it) => !it.at_once)
  return (
    <>
      {fields.filter((it) => it.at_once).map(editor)}
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>{t('asks.more', { count: later.length })}</summary>
          <div className={styles.fields}>{later.map(editor)}</div>
        </details>
      )}
    </>
  )
}

interface OneProps {
  shown: Shown
  value: unknown
  onChange: (value: unknown) => void
  onBroken: (broken: boolean) => void
}

type Ids = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function One({ shown, value, onChange, onBroken }: OneProps) {
  const { t } = useTranslation('assistant')
  const { field, way } = shown
  const label = field.must ? t('asks.must', { name: field.name }) : field.name
  if (way === 'pairs') {
    return <Pairs label={label} note={field.about} pairs={value as Pair[]} onChange={onChange} />
  }
  const text = typeof value === 'string' ? value : ''
  const input = (ids: Ids) => {
    switch (way) {
      case 'text':
        return <TextArea {...ids} value={text} onChange={(event) => onChange(event.target.value)} />
      case 'number':
        return (
          <TextInput
            {...ids}
            type="number"
            step="any"
            value={typeof value === 'number' ? value : ''}
            onChange={({ target }) =>
              onChange(target.value === '' ? undefined : target.valueAsNumber)
            }
          />
        )
      case 'boolean':
        return (
          <Select
            {...ids}
            value={value === undefined || value === null ? '' : String(value)}
            choices={[
              ...(field.must ? [] : [{ value: '', label: '—' }]),
              { value: 'true', label: t('asks.true') },
              { value: 'false', label: t('asks.false') },
            ]}
            onChoose={(it) => onChange(it === '' ? undefined : it === 'true')}
          />
        )
      case 'choice':
        return (
          <Select
            {...ids}
            value={text}
            choices={[...(field.must ? [] : ['']), ...(field.choices ?? [])].map((it) => ({
              value: it,
              label: it || '—',
            }))}
            onChoose={(it) => onChange(it === '' ? undefined : it)}
          />
        )
      case 'list':
        return <Lines ids={ids} value={(value as string[] | undefined) ?? []} onChange={onChange} />
      case 'json':
        return <Json ids={ids} value={value} onChange={onChange} onBroken={onBroken} />
      default:
        return (
          <TextInput {...ids} value={text} onChange={(event) => onChange(event.target.value)} />
        )
    }
  }
  const note = way === 'list' ? t('asks.list', { about: field.about }) : field.about
  return (
    <Field label={label} {...(note ? { note } : {})}>
      {input}
    </Field>
  )
}

interface LinesProps {
  ids: Ids
  value: string[]
  onChange: (value: unknown) => void
}

/** A list, an entry a line; what is typed stays as it was typed. */
function Lines({ ids, value, onChange }: LinesProps) {
  const [text, setText] = useState(() => value.join('\n'))
  return (
    <TextArea
      {...ids}
      rows={Math.min(6, Math.max(2, value.length))}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        const entries = target.value.split('\n').filter((it) => it.trim() !== '')
        onChange(entries.length > 0 ? entries : undefined)
      }}
    />
  )
}

interface JsonProps {
  ids: Ids
  value: unknown
  onChange: (value: unknown) => void
  onBroken: (broken: boolean) => void
}

function Json({ ids, value, onChange, onBroken }: JsonProps) {
  const { t } = useTranslation('assistant')
  const [text, setText] = useState(() =>
    value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const [broken, setBroken] = useState(false)
  const typed = (next: string) => {
    setText(next)
    const read = parsed(next)
    setBroken(!read)
    onBroken(!read)
    if (read) onChange(read.value)
  }
  return (
    <>
      <TextArea
        {...ids}
        className={styles.json ?? ''}
        spellCheck={false}
        value={text}
        {...(broken ? { 'aria-invalid': true } : {})}
        onChange={(event) => typed(event.target.value)}
      />
      {broken && (
        <span className={styles.broken} role="alert">
          {t('asks.json')}
        </span>
      )}
    </>
  )
}

/** The value a text spells; nothing at all for an empty text. */
function parsed(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

interface PairsProps {
  label: string
  note: string
  pairs: Pair[] | undefined
  onChange: (pairs: Pair[]) => void
}

function Pairs({ label, note, pairs = [], onChange }: PairsProps) {
  const { t } = useTranslation('assistant')
  const put = (index: number, part: Partial<Pair>) =>
    onChange(pairs.map((it, at) => (at === index ? { ...it, ...part } : it)))
  return (
    <fieldset className={styles.pairs}>
      <legend>{label}</legend>
      {pairs.map((it, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no identity but its place
        <div key={index} className={styles.pair}>
          <TextInput
            value={it.k}
            aria-label={t('asks.key', { number: index + 1 })}
            onChange={(event) => put(index, { k: event.target.value })}
          />
          <TextInput
            value={it.v}
            aria-label={t('asks.value', { number: index + 1 })}
            onChange={(event) => put(index, { v: event.target.value })}
          />
          <IconButton
            label={t('asks.removePair', { number: index + 1 })}
            icon={<X size={14} />}
            onClick={() => onChange(pairs.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        look="plain"
        className={styles.add ?? ''}
        icon={<Plus size={14} />}
        onClick={() => onChange([...pairs, { k: '', v: '' }])}
      >
        {t('asks.addPair')}
      </Button>
      {note && <span className={styles.note}>{note}</span>}
    </fieldset>
  )
}
