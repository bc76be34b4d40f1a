/** A kind of one's own: its name, and what a node of it begins with. */

import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { Button, Dialog, Field, TextInput } from '../../kit'
import { useNotices, useWorkspace } from '../../state'
import styles from './tools.module.css'

/** What a node can begin with, in the order it is shown. */
const PARTS = ['kv', 'text', 'image', 'play'] as const

export function KindDialog() {
  const open = useWorkspace((it) => it.dialog === 'kind')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation('tools')
  const { t: named } = useTranslation('inspector')
  const { mirror } = useSession()
  const { call, running, fault } = useToolCall()
  const [name, setName] = useState('')
  const [parts, setParts] = useState<readonly string[]>(['kv', 'text'])
  const close = () => useWorkspace.getState().setDialog(undefined)
  const there = Object.keys(mirror.kinds).find(
    (it) => it.toLowerCase() === name.trim().toLowerCase(),
  )

  const define = async (event: FormEvent) => {
    event.preventDefault()
    const capabilities = PARTS.filter((it) => parts.includes(it))
    if (!(await call('define_kind', { name: name.trim(), capabilities }))) return
    useNotices.getState().show({ tone: 'good', text: t('kind.done', { name: name.trim() }) })
    close()
  }
  const turn = (part: string, on: boolean) =>
    setParts((old) => (on ? [...old, part] : old.filter((it) => it !== part)))
  return (
    <Dialog
      open
      onClose={close}
      title={t('kind.title')}
      note={t('kind.note')}
      closeLabel={t('close')}
    >
      <form className={styles.kind} onSubmit={(event) => void define(event)}>
        <Field
          label={t('kind.name')}
          note={there ? t('kind.there', { name: there }) : t('kind.nameNote')}
        >
          {(ids) => (
            <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className={styles.parts}>
          <legend>{t('kind.begins')}</legend>
          {PARTS.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={parts.includes(part)}
                onChange={(event) => turn(part, event.target.checked)}
              />
              {named(`capabilities.${part}`)}
            </label>
          ))}
        </fieldset>
        <ErrorMessage report={fault} />
        <Button type="submit" variant="primary" disabled={running || !name.trim()}>
          {there ? t('kind.change') : t('kind.define')}
        </Button>
      </form>
    </Dialog>
  )
}
