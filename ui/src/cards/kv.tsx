/** Attributes: one row for each pair, one call for each change; the last row adds. */

import { useId, useState } from 'react'
import { fieldNamed, fieldsOf, isLabelKey, useNode, useSession } from '../document'
import { useTranslation } from '../text'
import { AddAttributeRow } from './attributes/AddAttributeRow'
import { AliasRow } from './attributes/AliasRow'
import { AttributeRow, type Pair } from './attributes/AttributeRow'
import { isAlias } from './attributes/aliases'
import styles from './attributes/attributes.module.css'
import { FieldRow } from './attributes/FieldRow'
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
  const { mirror } = useSession()
  const kind = useNode(node)?.kind
  // What stands in a place of its own is shown there, whatever the kind says of it.
  const fields = fieldsOf(mirror, kind).filter((it) => !isLabelKey(it.name))
  const pairs = held.filter((it) => !isLabelKey(it.k) && !fieldNamed(fields, it.k))
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
  const named = kind !== undefined && !['scene', 'note', 'group'].includes(kind)
  const placed = pairs.some((it) => it.k === at) || fields.some((it) => it.name === at)
  const written = (key: string) =>
    held.find((it) => it.k.toLowerCase() === key.toLowerCase())?.v ?? ''
  return (
    <div className={styles.table}>
      <datalist id={known}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {pairs.length + fields.length > 0 && (
        <ul className={styles.rows} aria-label={t('cards-kv-label')}>
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={written(field.name)}
              fault={at === field.name ? fault : undefined}
              onValue={(v) => set({ k: field.name, v })}
            />
          ))}
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
      {named && !held.some((it) => isAlias(it.k)) && !fields.some((it) => isAlias(it.name)) && (
        <AliasRow onAdd={(v) => set({ k: t('cards-kv-aliases'), v })} />
      )}
      <AddAttributeRow
        known={known}
        taken={[...held.map((it) => it.k), ...fields.map((it) => it.name)]}
        onAdd={set}
      />
      <ErrorMessage report={placed ? undefined : fault} />
    </div>
  )
}
