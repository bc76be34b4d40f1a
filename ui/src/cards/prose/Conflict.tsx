/** The text changed elsewhere while words of the writer are unsaved: both are kept until one is chosen. */

import { useMemo, useState } from 'react'
import { Button, Dialog } from '../../kit'
import { useTranslation } from '../../text'
import { type DiffPiece, DiffText } from './DiffText'
import styles from './prose.module.css'
import type { TextBuffer } from './textBuffer'

interface ConflictProps {
  manuscript: TextBuffer
  theirs: string
}

export function Conflict({ manuscript, theirs }: ConflictProps) {
  const { t } = useTranslation()
  const [comparing, setComparing] = useState(false)
  const choices = (
    <>
      <Button onClick={() => manuscript.takeTheirs()}>{t('cards-text-takeTheirs')}</Button>
      <Button onClick={() => manuscript.keepBoth()}>{t('cards-text-keepBoth')}</Button>
      <Button onClick={() => manuscript.keepMine()}>{t('cards-text-keepMine')}</Button>
    </>
  )
  return (
    <div role="alert" className={styles.conflict}>
      <span>{t('cards-text-changed')}</span>
      <span className={styles.choices}>
        <Button onClick={() => setComparing(true)}>{t('cards-text-compare')}</Button>
        {choices}
      </span>
      <Dialog
        wide
        open={comparing}
        onClose={() => setComparing(false)}
        title={t('cards-text-compareTitle')}
        note={t('cards-text-compareNote')}
        closeLabel={t('cards-close')}
        foot={choices}
      >
        {comparing && <Difference mine={manuscript.text} theirs={theirs} />}
      </Dialog>
    </div>
  )
}

function Difference({ mine, theirs }: { mine: string; theirs: string }) {
  const pieces = useMemo<DiffPiece[]>(
    () => [
      { kind: 'removed', text: mine },
      { kind: 'added', text: theirs },
    ],
    [mine, theirs],
  )
  return <DiffText pieces={pieces} />
}
