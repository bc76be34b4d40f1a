/** The text of a scene while a guest changes it, in the notation that it is stored in. */

import { type FormEvent, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { useSession } from '../document'
import { Button, TextArea } from '../kit'
import { useTranslation } from '../text'
import styles from './guest.module.css'

/** A text that is being changed: as it was when that began, and as it is now. */
export interface TextToEdit {
  text: string
  version: number
  changed: string
}

interface SceneEditorProps {
  node: string
  title: string
  begun: TextToEdit
  /** Keeps what is written, should the page be closed. */
  onChange: (text: string) => void
  onSaved: () => void
  onLeave: () => void
}

export function SceneEditor(props: SceneEditorProps) {
  const { node, title, begun, onChange, onSaved, onLeave } = props
  const { t } = useTranslation()
  const session = useSession()
  const [text, setText] = useState(begun.changed)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ErrorReport>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      await session.data('write_text', { node, text, expected: begun.version })
      onSaved()
    } catch (error) {
      setFault(toErrorReport(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.editor} onSubmit={(event) => void save(event)}>
      <ErrorMessage report={fault} />
      <TextArea
        autoFocus
        dir="auto"
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        aria-label={t('guest-edit-text', { title })}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange(event.target.value)
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={busy || text === begun.text}>
          {t('guest-edit-save')}
        </Button>
        <Button variant="plain" onClick={onLeave}>
          {t('guest-edit-cancel')}
        </Button>
      </div>
    </form>
  )
}
