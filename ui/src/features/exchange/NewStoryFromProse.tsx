/** Asks where prose is divided before it becomes a story of its own. */

import { useState } from 'react'
import { Button, Dialog } from '../../kit'
import { type ProseQuestion, useProseQuestion } from '../../services'
import { useTranslation } from '../../text'
import { ProseDivision } from './ProseDivision'

export function NewStoryFromProse() {
  const question = useProseQuestion((it) => it.question)
  return question ? <Asked question={question} /> : null
}

function Asked({ question: { file, preview, ask, answer } }: { question: ProseQuestion }) {
  const { t } = useTranslation()
  const [split, setSplit] = useState('automatic')
  return (
    <Dialog
      open
      onClose={() => answer(undefined)}
      title={t('exchange-split-title')}
      note={file.file_name}
      closeLabel={t('exchange-close')}
      foot={
        <>
          <Button onClick={() => answer(undefined)}>{t('exchange-cancel')}</Button>
          <Button variant="primary" onClick={() => answer(split)}>
            {t('exchange-do-import')}
          </Button>
        </>
      }
    >
      <ProseDivision preview={preview} ask={ask} onSplit={setSplit} />
    </Dialog>
  )
}
