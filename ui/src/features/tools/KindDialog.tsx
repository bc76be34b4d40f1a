/** A kind: its name, what a card of it begins with, and the fields that its cards have. */

import { type FormEvent, useId, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import { fieldsOf, type Field as KindField, useSession } from '../../document'
import { Button, Dialog, Field, TextInput } from '../../kit'
import { useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { FieldsEditor } from './FieldsEditor'
import styles from './tools.module.css'

/** What a node can begin with, in the order it is shown. */
const PARTS = ['kv', 'text', 'image', 'sound', 'play'] as const

/** A field as the program takes it: without what was left empty. */
function written({ to, inverse, ...field }: KindField) {
  return { ...field, ...(to ? { to } : {}), ...(inverse ? { inverse } : {}) }
}

export function KindDialog() {
  const open = useWorkspace((it) => it.dialog === 'kind')
  const kind = useWorkspace((it) => it.kind)
  return open ? <Shown key={kind} kind={kind} /> : null
}

function Shown({ kind }: { kind: string | undefined }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { call, running, fault } = useToolCall()
  const kindName = (it: string) => t.or(`inspector-kinds-${it}`, it)
  const [name, setName] = useState(kind === undefined ? '' : kindName(kind))
  const [list, form] = [useId(), useId()]
  const wanted = name.trim().toLowerCase()
  const kinds = Object.keys(mirror.kinds)
  // A kind is known by its name in the story and by that in the window.
  const there = kinds.find((it) => [it, kindName(it)].some((one) => one.toLowerCase() === wanted))
  const [parts, setParts] = useState<readonly string[]>()
  const [fields, setFields] = useState<readonly KindField[]>()
  // Until something is chosen here, the dialog shows what the kind has.
  const known = there === undefined ? undefined : mirror.kinds[there]?.capabilities
  const partsNow = parts ?? known ?? ['kv', 'text']
  const fieldsNow = fields ?? fieldsOf(mirror, there)
  const close = () => useWorkspace.getState().setDialog(undefined)

  const define = async (event: FormEvent) => {
    event.preventDefault()
    const others = partsNow.filter((it) => !PARTS.some((part) => part === it))
    const capabilities = [...PARTS.filter((it) => partsNow.includes(it)), ...others]
    const args = {
      name: there ?? name.trim(),
      // The order of the parts of a kind that is not changed here stays what it was.
      ...(parts === undefined && there ? {} : { capabilities }),
      ...(fields === undefined ? {} : { fields: fields.map(written) }),
    }
    if (!(await call('define_kind', args))) return
    const text = t(there ? 'tools-kind-changed' : 'tools-kind-done', { name: name.trim() })
    useNotices.getState().show({ tone: 'good', text })
    close()
  }
  const turn = (part: string, on: boolean) =>
    setParts(on ? [...partsNow, part] : partsNow.filter((it) => it !== part))
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={t(kind === undefined ? 'tools-kind-title' : 'tools-kind-title-of', {
        name: kind === undefined ? '' : kindName(kind),
      })}
      note={t(kind === undefined ? 'tools-kind-note' : 'tools-kind-note-of')}
      closeLabel={t('tools-close')}
      foot={
        <Button variant="primary" form={form} type="submit" disabled={running || !name.trim()}>
          {there ? t('tools-kind-change') : t('tools-kind-define')}
        </Button>
      }
    >
      <form id={form} className={styles.kind} onSubmit={(event) => void define(event)}>
        {kind === undefined && (
          <Field
            label={t('tools-kind-name')}
            note={
              there ? t('tools-kind-there', { name: kindName(there) }) : t('tools-kind-name-note')
            }
          >
            {(ids) => (
              <>
                <TextInput
                  {...ids}
                  list={list}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
                <datalist id={list}>
                  {kinds.map((it) => (
                    <option key={it} value={kindName(it)} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
        <fieldset className={styles.parts}>
          <legend>{t('tools-kind-begins')}</legend>
          {PARTS.map((part) => (
            <label key={part}>
              <input
                type="checkbox"
                checked={partsNow.includes(part)}
                onChange={(event) => turn(part, event.target.checked)}
              />
              {t(`inspector-capabilities-${part}`)}
            </label>
          ))}
        </fieldset>
        <FieldsEditor fields={fieldsNow} kinds={kinds} onChange={setFields} />
        <ErrorMessage report={fault} />
      </form>
    </Dialog>
  )
}
