/** The result of a tool as nested lists; nodes can be opened. */

import { useSelection } from '../../document'
import { useTranslation } from '../../text'
import styles from './tools.module.css'

interface ToolResultProps {
  value: unknown
  /** Told when a node was gone to. */
  onOpen: () => void
}

/** More of a list than this is said by its number. */
const MOST = 200

export function ToolResult({ value, onOpen }: ToolResultProps) {
  const { t } = useTranslation()
  if (value === null || value === undefined || value === '') return <span>—</span>
  if (typeof value === 'boolean') return <span>{t(`tools-choices-${value}`)}</span>
  if (typeof value !== 'object') return <span className={styles.words}>{String(value)}</span>
  if (Array.isArray(value)) {
    return (
      <ol className={styles.items}>
        {value.slice(0, MOST).map((it, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was answered stays as it is
          <li key={at}>
            <ToolResult value={it} onOpen={onOpen} />
          </li>
        ))}
        {value.length > MOST && <li>{t('tools-and-more', { count: value.length - MOST })}</li>}
      </ol>
    )
  }
  const { id, title, ...rest } = value as Record<string, unknown>
  const isNode = typeof id === 'string' && typeof title === 'string'
  const fields = Object.entries(isNode ? rest : value)
  return (
    <>
      {isNode && <NodeLink id={id} title={title} onOpen={onOpen} />}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(([name, it]) => (
            <div key={name}>
              <dt>{t.or(`tools-fields-${name}`, name.replaceAll('_', ' '))}</dt>
              <dd>
                <ToolResult value={it} onOpen={onOpen} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function NodeLink({ id, title, onOpen }: { id: string; title: string; onOpen: () => void }) {
  const go = () => {
    useSelection.getState().goTo([id])
    onOpen()
  }
  return (
    <button type="button" className={styles.node} onClick={go}>
      {title}
    </button>
  )
}
