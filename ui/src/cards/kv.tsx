/** Attributes: one row for each pair, one call for each change; the last row adds. */

import { useId, useState } from 'react'
import { isLabelKey, useNode } from '../document'
import { useTranslation } from '../text'
import { AddAttributeRow } from './attributes/AddAttributeRow'
import { AliasRow } from './attributes/AliasRow'
import { AttributeRow, type Pair } from './attributes/AttributeRow'
import { isAlias } from './attributes/aliases'
import styles from './attributes/attributes.module.css'
import { renameAttribute } from './attributes/renameAttribute'
import { useKnownKeys } from './attributes/useKnownKeys'
import type { CardProps } from './card'
import { ErrorMessage } from './ErrorMessage'
import { useToolCall } from './useToolCall'

const none: Pair[] = []

export function Card({ node, data }: CardProps) {
  const { t } = useTranslation()
  const { call, fault } = useToolCall()
  const held = (data as { items: Pair[] } | null)?.items ?? none
  const pairs = held.filter((it) => !isLabelKey(it.k))
  const known = useId()
  const keys = useKnownKeys(node, held)
  const [at, setAt] = useState<string>()

  const set = async (pair: Pair) => {
    setAt(pair.k)
    return (await call('update_node_kv', { node, items: [pair] })) !== undefined
  }
  const rename = (pair: Pair, k: string) => {
    setAt(pair.k)
    return renameAttribute(call, node, pair, k)
  }
  const remove = (k: string) => {
    setAt(k)
    void call('remove_node_kv', { node, keys: [k] })
  }
  // Who or what is spoken of may have other names; a passage has none.
  const kind = useNode(node)?.kind
  const named = kind !== undefined && !['scene', 'note', 'group'].includes(kind)
  const placed = pairs.some((it) => it.k === at)
  return (
    <div className={styles.table}>
      <datalist id={known}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {pairs.length > 0 && (
        <ul className={styles.rows} aria-label={t('cards-kv-label')}>
          {pairs.map((pair) => (
            <AttributeRow
              key={pair.k}
              pair={pair}
              known={known}
              fault={at === pair.k ? fault : undefined}
              hint={isAlias(pair.k) ? t('cards-kv-alias-hint') : undefined}
              onValue={(v) => set({ k: pair.k, v })}
              onKey={(k) => rename(pair, k)}
              onRemove={() => remove(pair.k)}
            />
          ))}
        </ul>
      )}
      {named && !pairs.some((it) => isAlias(it.k)) && (
        <AliasRow onAdd={(v) => set({ k: t('cards-kv-aliases'), v })} />
      )}
      <AddAttributeRow known={known} taken={held.map((it) => it.k)} onAdd={set} />
      <ErrorMessage report={placed ? undefined : fault} />
    </div>
  )
}
