/** Where the node leads: its choices in order, each changed in place, and one more. */

import { useTranslation } from 'react-i18next'
import { Fault, useTool } from '../../cards'
import type { LinkEnd } from '../../document'
import { AddChoice } from './AddChoice'
import { ChoiceRow } from './ChoiceRow'
import styles from './inspector.module.css'
import { Section } from './Section'

interface ChoicesProps {
  node: string
  links: readonly LinkEnd[]
}

export function Choices({ node, links }: ChoicesProps) {
  const { t } = useTranslation('inspector')
  const { call, fault } = useTool()
  // Two nodes may be linked more than once, so a link is named by its label too.
  const which = ({ node: to, label = '' }: LinkEnd) => ({ from: node, to: to.id, label })
  const relabel = async (link: LinkEnd, change: Record<string, unknown>) =>
    (await call('relabel_link', { ...which(link), ...change })) !== undefined
  return (
    <Section title={t('choices.title')}>
      {links.length === 0 ? (
        <p className={styles.quiet}>{t('choices.none')}</p>
      ) : (
        <ol className={styles.choices}>
          {links.map((link, index) => (
            <ChoiceRow
              key={link.edge}
              link={link}
              first={index === 0}
              last={index === links.length - 1}
              onLabel={(label) => relabel(link, { new_label: label.trim() })}
              onCondition={(condition) => relabel(link, { condition: condition.trim() })}
              // Places count from one.
              onMove={(by) => void relabel(link, { order: index + 1 + by })}
              onRemove={() => void call('unlink_nodes', which(link))}
            />
          ))}
        </ol>
      )}
      <AddChoice node={node} />
      <Fault report={fault} />
    </Section>
  )
}
