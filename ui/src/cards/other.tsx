/**
 * The data of a capability without a card of its own: each value by its name, and a generated form
 * for each of its tools that writes to a node.
 */

import { ChevronRight } from 'lucide-react'
import { commands } from '../generated/commands'
import { useTranslation } from '../text'
import type { CardProps } from './card'
import { ToolForm } from './form/ToolForm'
import styles from './other.module.css'
import { useToolCall } from './useToolCall'

export function Card({ node, data, version, capability }: CardProps) {
  const { t } = useTranslation()
  const fields = data !== null && typeof data === 'object' ? Object.entries(data) : []
  const tools = commands.filter(
    (it) =>
      it.module === capability &&
      it.impact !== 'read' &&
      it.fields.some((field) => field.name === 'node'),
  )
  const valueText = (value: unknown) =>
    typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? t(value ? 'cards-other-yes' : 'cards-other-no')
        : JSON.stringify(value)
  return (
    <>
      {fields.length === 0 ? (
        <p className={styles.none}>{t('cards-other-none')}</p>
      ) : (
        <dl className={styles.fields}>
          {fields.map(([name, value]) => (
            <div key={name} className={styles.field}>
              <dt>{t.or(`tools-fields-${name}`, name.replaceAll('_', ' '))}</dt>
              <dd>{valueText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {tools.map((it) => (
        // Begun again when what is held is another version.
        <Tool key={`${it.name} ${version}`} tool={it.name} node={node} data={data} />
      ))}
    </>
  )
}

/** One tool of the capability, folded until it is wanted; what is held fills the fields of its names. */
function Tool({ tool, node, data }: { tool: string; node: string; data: unknown }) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const held = data !== null && typeof data === 'object' ? (data as Record<string, unknown>) : {}
  const names = commands.find((it) => it.name === tool)?.fields.map((it) => it.name) ?? []
  const known = Object.fromEntries(Object.entries(held).filter(([name]) => names.includes(name)))
  return (
    <details className={styles.tool}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {t.or(`tools-did-${tool}`, tool)}
      </summary>
      <ToolForm
        tool={tool}
        initial={{ ...known, node }}
        hidden={['node']}
        submitLabel={t('cards-other-do')}
        busy={running}
        error={fault}
        onSubmit={(args) => void call(tool, args)}
      />
    </details>
  )
}
