/** Adds a fact: its value, the scene from which it holds, and the passage that says so. */

import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { matchingTitles, type NodeDetails, nodesTitled, useSession } from '../../../document'
import { Button, Field, TextInput } from '../../../kit'
import { useTranslation } from '../../../text'
import rows from '../rows.module.css'

interface AddFactProps {
  reading: NodeDetails
  /** The attributes that change already. */
  known: readonly string[]
  onAdded: () => void
}

export function AddFact({ reading, known, onAdded }: AddFactProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { call, running, fault } = useToolCall()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [scene, setScene] = useState('')
  const [source, setSource] = useState('')
  const [keys, scenes] = [useId(), useId()]
  const [since] = scene.trim() === '' ? [] : nodesTitled(mirror, scene.trim())
  const isUnknown = scene.trim() !== '' && !since
  const ready = key.trim() !== '' && value.trim() !== '' && !isUnknown && !running

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const done = await call('set_fact', {
      node: reading.id,
      key: key.trim(),
      value: value.trim(),
      ...(since ? { from_scene: since.id } : {}),
      ...(since && source.trim() ? { source: source.trim() } : {}),
    })
    if (!done) return
    setValue('')
    setSource('')
    onAdded()
  }
  return (
    <form className={rows.form} onSubmit={(event) => void add(event)}>
      <div className={rows.pair}>
        <Field label={t('inspector-facts-key')}>
          {(ids) => (
            <TextInput
              {...ids}
              list={keys}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('inspector-facts-new-value')}>
          {(ids) => (
            <TextInput {...ids} value={value} onChange={(event) => setValue(event.target.value)} />
          )}
        </Field>
      </div>
      <Field
        label={t('inspector-facts-scene')}
        {...(isUnknown ? { fault: t('inspector-facts-no-scene', { title: scene.trim() }) } : {})}
      >
        {(ids) => (
          <TextInput
            {...ids}
            placeholder={t('inspector-facts-scene-hint')}
            list={scenes}
            value={scene}
            onChange={(event) => setScene(event.target.value)}
          />
        )}
      </Field>
      {since && (
        <Field label={t('inspector-facts-source', { title: since.title })}>
          {(ids) => (
            <TextInput
              {...ids}
              value={source}
              onChange={(event) => setSource(event.target.value)}
            />
          )}
        </Field>
      )}
      <datalist id={keys}>
        {[...new Set([...known, ...attributesOf(reading)])].map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <datalist id={scenes}>
        {matchingTitles(mirror, scene).map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <div className={rows.buttons}>
        <Button type="submit" icon={<Plus size={14} aria-hidden />} disabled={!ready}>
          {t('inspector-facts-add')}
        </Button>
      </div>
      <ErrorMessage report={fault} />
    </form>
  )
}

function attributesOf({ capabilities }: NodeDetails): string[] {
  const kv = capabilities.find((it) => it.name === 'kv')?.data
  const { items = [] } = (kv ?? {}) as { items?: readonly { k: string }[] }
  return items.map((it) => it.k)
}
