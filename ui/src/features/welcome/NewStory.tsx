/** The title of a new story, and in the desktop window where it is saved. */

import { useState } from 'react'
import { callProgram, type Program } from '../../bridge'
import { Button, Field, TextInput } from '../../kit'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import styles from './Welcome.module.css'

interface NewStoryProps {
  program: Program
  create: (args: { title: string; path?: string }) => void
  cancel: () => void
}

export function NewStory({ program, create, cancel }: NewStoryProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState('')
  const [tried, setTried] = useState(false)
  const named = title.trim() !== ''

  const chooseWhere = async () => {
    setTried(true)
    if (!named) return
    const asked = await callProgram(program, 'window_choose_place', {
      file_name: title.trim(),
    })
    if (asked.path !== null) create({ title, path: asked.path })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (named) create({ title })
      }}
      onKeyDown={(event) => event.key === 'Escape' && cancel()}
    >
      <Field
        label={t('welcome-name')}
        note={t('welcome-create-note')}
        {...(tried && !named ? { fault: t('welcome-name-fault') } : {})}
      >
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            value={title}
            maxLength={200}
            placeholder={t('welcome-name-placeholder')}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        {program.native && (
          <Button variant="plain" onClick={() => void chooseWhere().catch(reportError)}>
            {t('welcome-choose-where')}
          </Button>
        )}
        <Button onClick={cancel}>{t('welcome-cancel')}</Button>
        <Button variant="primary" type="submit">
          {t('welcome-create')}
        </Button>
      </div>
    </form>
  )
}
