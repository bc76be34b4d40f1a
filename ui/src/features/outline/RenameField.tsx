/** Renames a node in its row. */

import { type KeyboardEvent, useRef } from 'react'
import { useSession } from '../../document'
import { renameNode } from '../../services'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import styles from './Outline.module.css'

interface RenameFieldProps {
  node: string
  title: string
  done: () => void
}

export function RenameField({ node, title, done }: RenameFieldProps) {
  const { t } = useTranslation()
  const session = useSession()
  const answered = useRef(false)
  const finish = (written: string | undefined) => {
    if (answered.current) return
    answered.current = true
    done()
    if (written !== undefined) renameNode(session, node, written).catch(reportError)
  }
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') finish(event.currentTarget.value)
    else if (event.key === 'Escape') finish(undefined)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the writer has just asked for this field
      autoFocus
      className={styles.rename}
      aria-label={t('outline-new-title', { title })}
      defaultValue={title}
      autoComplete="off"
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={key}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  )
}
