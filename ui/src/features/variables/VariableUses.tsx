/** Every place that sets or reads a variable; each leads to its scene. */

import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useOpenNode, useReading } from '../../cards'
import { type Translate, useTranslation } from '../../text'
import styles from './variables.module.css'

type VariableUse = NonNullable<ToolOutput<'list_variables'>['variables'][number]['uses']>[number]

/** How many are listed. */
const LISTED = 200

export function VariableUses({ variable }: { variable: string }) {
  const { t } = useTranslation()
  const open = useOpenNode()
  const { data, fault } = useReading('list_variables', { variable, limit: LISTED })
  const uses = data?.variables[0]?.uses ?? []
  if (!data) return <ErrorMessage report={fault} />
  return (
    <ul className={styles.uses}>
      {uses.map((it) => (
        <li key={`${it.node.id} ${it.edge ?? ''} ${it.place}`}>
          <button type="button" className={styles.use} onClick={() => open(it.node.id)}>
            <span className={styles.node}>{it.node.title}</span>
            <span className={styles.place}>{placeOf(t, it)}</span>
            {it.source && <code className={styles.source}>{it.source}</code>}
          </button>
        </li>
      ))}
    </ul>
  )
}

function placeOf(t: Translate, { place, label, sets, reads }: VariableUse): string {
  const does = sets && reads ? 'both' : sets ? 'sets' : 'reads'
  const where = label
    ? t('variables-place-choice', { label })
    : t(`variables-place-${place}` as const)
  return `${where} · ${t(`variables-does-${does}` as const)}`
}
