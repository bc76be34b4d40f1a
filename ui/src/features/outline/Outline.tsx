/** The story as a tree: the counterpart of the map for keyboard and screen reader users. */

import { useState } from 'react'
import { useRevision, useSession } from '../../document'
import { Empty, Panel, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Outline.module.css'
import { Tree } from './Tree'

/** From so many cards on, a list is looked through sooner by words than by eye. */
const MANY = 12

export function Outline() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const [words, setWords] = useState('')
  const isEmpty = useRevision() >= 0 && mirror.nodes.size === 0
  const filter = (
    <TextInput
      type="search"
      className={styles.filter ?? ''}
      aria-label={t('outline-filter')}
      placeholder={t('outline-filter')}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setWords('')}
    />
  )
  return (
    <Panel
      title={t('outline-title')}
      {...(mirror.nodes.size >= MANY || words !== '' ? { tools: filter } : {})}
    >
      {isEmpty ? (
        <Empty title={t('outline-empty-title')}>{t('outline-empty')}</Empty>
      ) : (
        <Tree words={words} />
      )}
    </Panel>
  )
}
