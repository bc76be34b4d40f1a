/** A custom kind: its name, and the capabilities its nodes start with. */

import { type FormEvent, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import { useSession } from '../../document'
import { Button, Dialog, Field, TextInput } from '../../kit'
import { useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './tools.module.css'

/** What a node can begin with, in the order it is shown. */
const PARTS = ['kv', 'text', 'image', 'play'] as const

export function KindDialog() {
  const open = useWorkspace((it) => it.dialog === 'kind')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation()
  const { t: named } = useTranslation()
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
    useNotices.getState().show({ tone: 'good', text: t('tools-kind-done', { name: name.trim() }) })
    close()
  }
  const turn = (part: string, on: boolean) =>
    setParts((old) => (on ? [...old, part] : old.filter((it) => it !== part)))
  return (
    <Dialog
      open
      onClose={close}
      title={t('tools-kind-title')}
      note={t('tools-kind-note')}
      closeLabel={t('tools-close')}
    >
      <form className={styles.kind} onSubmit={(event) => void define(event)}>
        <Field
          label={t('tools-kind-name')}
          note={there ? t('tools-kind-there', { name: there }) : t('tools-kind-name-note')}
        >
          {(ids) => (
            <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className={styles.parts}>
          <legend>{t('tools-kind-begins')}</legend>
          {PARTS.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={parts.includes(part)}
                onChange={(event) => turn(part, event.target.checked)}
              />
              {named(`inspector-capabilities-${part}`)}
            </label>
          ))}
        </fieldset>
        <ErrorMessage report={fault} />
        <Button type="submit" variant="primary" disabled={running || !name.trim()}>
          {there ? t('tools-kind-change') : t('tools-kind-define')}
        </Button>
      </form>
    </Dialog>
  )
}
