/** Opens a story file by its path, in a browser, whose file dialogs do not give paths. */

import { useState } from 'react'
import { Button, Field, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Welcome.module.css'

export function OpenByPath({ open, cancel }: { open: (path: string) => void; cancel: () => void }) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) open(path.trim())
      }}
      onKeyDown={(event) => event.key === 'Escape' && cancel()}
    >
      <Field label={t('welcome-path')}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            value={path}
            spellCheck={false}
            placeholder="/home/ada/Documents/Storyteller/…"
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button onClick={cancel}>{t('welcome-cancel')}</Button>
        <Button variant="primary" type="submit" disabled={!path.trim()}>
          {t('welcome-path-open')}
        </Button>
      </div>
    </form>
  )
}
