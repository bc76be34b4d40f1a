/** One node in the manuscript: its title, and its prose, edited in place. */

import { cardOf, ErrorMessage, useEditableField, useNodeDetails, useToolCall } from '../../cards'
import { useNode, useSelection, useSession } from '../../document'
import { renameWith } from '../../services'
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
