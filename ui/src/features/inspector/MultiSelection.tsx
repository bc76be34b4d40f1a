/** Several selected nodes: how many, which, and what can be done with all of them. */

import { ListChecks, Trash2 } from 'lucide-react'
import { ErrorMessage, useToolCall } from '../../cards'
import { useRevision, useSelection, useSession } from '../../document'
import { Button } from '../../kit'
import { focusPanel } from '../../state'
import { useTranslation } from '../../text'
import { Colors } from './Colors'
import styles from './inspector.module.css'
import { Labels } from './Labels'

/** How many are listed by name. */
const LISTED = 40

export function MultiSelection({ nodes }: { nodes: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const goTo = useSelection((it) => it.goTo)
  const { call, running, fault } = useToolCall()
  const there = [...nodes].flatMap((id) => mirror.nodes.get(id) ?? [])
  const colors = new Set(there.map((it) => it.color ?? ''))
  const ids = there.map((it) => it.id)
  const labeled = there.filter((it) => it.kind !== 'group').map((it) => it.id)

  return (
    <div className={styles.node}>
      <h3 className={styles.count}>{t('inspector-several', { count: there.length })}</h3>
      <div className={styles.marks}>
        <Colors
          chosen={colors.size === 1 ? [...colors][0] : undefined}
          onChoose={(color) => void call('color_nodes', { nodes: ids, color })}
        />
        <Button
          variant="danger"
          icon={<Trash2 size={14} />}
          disabled={running}
          onClick={() => void call('remove_nodes', { nodes: ids })}
        >
          {t('inspector-remove')}
        </Button>
      </div>
      {labeled.length > 0 && (
        <Button
          className={styles.batch ?? ''}
          icon={<ListChecks size={14} aria-hidden />}
          onClick={() => focusPanel('jobs')}
        >
          {t('inspector-batch')}
        </Button>
      )}
      <Labels nodes={labeled} asked={{ status: true, tags: true }} />
      <ErrorMessage report={fault} />
      <ul className={styles.chips}>
        {there.slice(0, LISTED).map((it) => (
          <li key={it.id}>
            <button type="button" className={styles.chip} onClick={() => goTo([it.id])}>
              {it.title}
            </button>
          </li>
        ))}
      </ul>
      {there.length > LISTED && (
        <p className={styles.quiet}>{t('inspector-more', { count: there.length - LISTED })}</p>
      )}
    </div>
  )
}
