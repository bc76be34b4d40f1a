/** One node in the manuscript: its title, and its prose, edited in place. */

import { useEffect, useRef } from 'react'
import {
  type CardHandle,
  cardOf,
  ErrorMessage,
  useEditableField,
  useNodeDetails,
  useToolCall,
} from '../../cards'
import { useNode, useSelection, useSession } from '../../document'
import { renameWith } from '../../services'
import { takeWantedPassage, useRunningText } from '../../state'
import { useTranslation } from '../../text'
import styles from './Manuscript.module.css'

const Prose = cardOf('text')

export function Passage({ node }: { node: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const card = useNode(node)
  const { reading, reread, fault: unread } = useNodeDetails(node)
  const { call, fault } = useToolCall()
  const isFocused = useSelection((it) => it.focused === node)
  const title = useEditableField(card?.title ?? '', (typed) =>
    renameWith(session, call, { node, title: typed }),
  )
  const prose = useRef<CardHandle>(null)
  const isWanted = useRunningText((it) => it.wanted?.node === node)
  const isRead = reading !== undefined
  useEffect(() => {
    const passage = isWanted && isRead ? takeWantedPassage(node) : undefined
    if (passage) prose.current?.select(passage)
  }, [node, isWanted, isRead])
  const held = reading?.capabilities.find((it) => it.name === 'text')
  const focus = () => {
    const { focused, select } = useSelection.getState()
    if (focused !== node) select([node])
  }
  return (
    <article className={styles.passage} data-focused={isFocused} onFocusCapture={focus}>
      <input
        className={styles.title}
        aria-label={t('manuscript-name')}
        value={title.value}
        onChange={(event) => title.type(event.target.value)}
        onBlur={() => (title.value.trim() === '' ? title.drop() : title.finish())}
        onKeyDown={title.onKeyDown}
      />
      <ErrorMessage report={fault ?? unread} />
      {reading ? (
        <Prose
          ref={prose}
          node={node}
          data={held?.data ?? null}
          version={held?.version ?? null}
          reread={reread}
        />
      ) : (
        <p className={styles.waiting}>{card?.excerpt}</p>
      )}
    </article>
  )
}
