/** The title of a story to be, and in the desktop window where it is kept. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callProgram, type Program } from '../../bridge'
import { Button, Field, TextInput } from '../../kit'
import { reportError } from '../../state'
import styles from './Welcome.module.css'

interface NewStoryProps {
  program: Program
  create: (args: { title: string; path?: string }) => void
  cancel: () => void
}

export function NewStory({ program, create, cancel }: NewStoryProps) {
  const { t } = useTranslation('welcome')
  const [title, setTitle] = useState('')
  const [tried, setTried] = useState(false)
  const named = title.trim() !== ''

  const chooseWhere = async () => {
    setTried(true)
    if (!named) return
    const asked = await callProgram<{ path: string | null }>(program, 'window_choose_place', {
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
        label={t('name')}
        note={t('createNote')}
        {...(tried && !named ? { fault: t('nameFault') } : {})}
      >
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            value={title}
            maxLength={200}
            placeholder={t('namePlaceholder')}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        {program.native && (
          <Button variant="plain" onClick={() => void chooseWhere().catch(reportError)}>
            {t('chooseWhere')}
          </Button>
        )}
        <Button onClick={cancel}>{t('cancel')}</Button>
        <Button variant="primary" type="submit">
          {t('create')}
        </Button>
      </div>
    </form>
  )
}
