/** How others are related to the node, what leads to it, what it mentions, and what mentions it. */

import { type NodeDetails, type NodeName, useSelection } from '../../document'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'
import { Section } from './Section'

export function References({ reading }: { reading: NodeDetails }) {
  const { t } = useTranslation()
  const into = reading.incoming.map((it) => ({ ...chip(it.node), key: it.edge, note: it.label }))
  const relations = new Map<string, Chip[]>()
  for (const { node, field, inverse } of reading.related_from) {
    const title = inverse ?? t('inspector-relation-of', { field })
    relations.set(title, [...(relations.get(title) ?? []), chip(node)])
  }
  return (
    <>
      {[...relations].map(([title, chips]) => (
        <Chips key={title} title={title} chips={chips} />
      ))}
      <Chips title={t('inspector-into')} chips={into} />
      <Chips title={t('inspector-mentions')} chips={reading.mentions.map(chip)} />
      <Chips title={t('inspector-backlinks')} chips={reading.mentioned_by.map(chip)} />
    </>
  )
}

interface Chip extends NodeName {
  key: string
  note?: string | undefined
}

function chip({ id, title }: NodeName): Chip {
  return { key: id, id, title }
}

function Chips({ title, chips }: { title: string; chips: Chip[] }) {
  const goTo = useSelection((it) => it.goTo)
  if (chips.length === 0) return null
  return (
    <Section title={title}>
      <ul className={styles.chips}>
        {chips.map((it) => (
          <li key={it.key}>
            <button type="button" className={styles.chip} onClick={() => goTo([it.id])}>
              {it.title}
              {it.note && <span className={styles.chipNote}>{it.note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
