/** The text changed elsewhere while words of the writer are unsaved: both are kept until one is chosen. */

import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Dialog } from '../../kit'
import { DiffText } from './DiffText'
import styles from './prose.module.css'
import type { TextBuffer } from './textBuffer'
import { wordDiff } from './wordDiff'

interface ConflictProps {
  manuscript: TextBuffer
  theirs: string
}

export function Conflict({ manuscript, theirs }: ConflictProps) {
  const { t } = useTranslation('cards')
  const [comparing, setComparing] = useState(false)
  const choices = (
    <>
      <Button onClick={() => manuscript.takeTheirs()}>{t('text.takeTheirs')}</Button>
      <Button onClick={() => manuscript.keepMine()}>{t('text.keepMine')}</Button>
    </>
  )
  return (
    <div role="alert" className={styles.conflict}>
      <span>{t('text.changed')}</span>
      <span className={styles.choices}>
        <Button onClick={() => setComparing(true)}>{t('text.compare')}</Button>
        {choices}
      </span>
      <Dialog
        wide
        open={comparing}
        onClose={() => setComparing(false)}
        title={t('text.compareTitle')}
        note={t('text.compareNote')}
        closeLabel={t('close')}
        foot={choices}
      >
        {comparing && <Difference mine={manuscript.text} theirs={theirs} />}
      </Dialog>
    </div>
  )
}

function Difference({ mine, theirs }: { mine: string; theirs: string }) {
  const pieces = useMemo(() => wordDiff(mine, theirs), [mine, theirs])
  return <DiffText pieces={pieces} />
}
