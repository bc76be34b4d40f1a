/** The choices of a node in order, each edited in place, and a row to add one. */

import { useRef, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import type { LinkEnd } from '../../document'
import { useFrozenOrder } from '../../kit'
import { type Translate, useTranslation } from '../../text'
import { misreadText, type ParseFault } from '../../text/errorText'
import { AddChoice } from './AddChoice'
import { ChoiceRow } from './ChoiceRow'
import styles from './inspector.module.css'
import { Section } from './Section'

interface ChoicesProps {
  node: string
  links: readonly LinkEnd[]
}

function parseErrorText(t: Translate, { of, said }: UnparsedRule): string {
  const words = misreadText(t, said)
  return words && t(`faults-${of}`) + words
}

/** A condition or effect that is kept though it cannot be read. */
interface UnparsedRule {
  of: 'condition' | 'effect'
  said: ParseFault
}

export function Choices({ node, links }: ChoicesProps) {
  const { t } = useTranslation()
  const { call, fault } = useToolCall()
  // Two nodes may be linked more than once, so a link is named by its label too.
  const which = ({ node: to, label = '' }: LinkEnd) => ({ from: node, to: to.id, label })
  const list = useRef<HTMLOListElement>(null)
  const shown = useFrozenOrder(list, links, (it) => it.edge)
  const [unread, setUnread] = useState<{ edge: string; words: string }>()
  const relabel = async (link: LinkEnd, change: Record<string, unknown>) => {
    const answer = await call('update_link', { ...which(link), ...change })
    // What cannot be read as a condition or effect is kept, and said to whoever wrote it.
    const { unread = [] } = answer?.result?.data ?? {}
    const unreadRules = (answer?.ui_schema?.fields.unread ?? []) as UnparsedRule[]
    const words = unreadRules.map((it) => parseErrorText(t, it))
    // Where the window has no words of its own, the program's are shown.
    const known = words.length > 0 && words.every(Boolean)
    setUnread(
      unread.length > 0
        ? { edge: link.edge, words: (known ? words : unread).join('; ') }
        : undefined,
    )
    return answer !== undefined
  }
  return (
    <Section title={t('inspector-choices-title')} part="choices">
      {links.length === 0 ? (
        <p className={styles.quiet}>{t('inspector-choices-none')}</p>
      ) : (
        <ol ref={list} className={styles.choices}>
          {shown.map((link) => (
            <ChoiceRow
              key={link.edge}
              link={link}
              first={link === links[0]}
              last={link === links.at(-1)}
              onLabel={(label) => relabel(link, { new_label: label.trim() })}
              onCondition={(condition) => relabel(link, { condition: condition.trim() })}
              onEffect={(effect) => relabel(link, { effect: effect.trim() })}
              onOnce={(once) => void relabel(link, { once })}
              onTarget={(new_to) => relabel(link, { new_to })}
              unread={unread?.edge === link.edge ? unread.words : undefined}
              // Places count from one.
              onMove={(by) => void relabel(link, { order: links.indexOf(link) + 1 + by })}
              onRemove={() => void call('remove_link', which(link))}
            />
          ))}
        </ol>
      )}
      <AddChoice node={node} />
      <ErrorMessage report={fault} />
    </Section>
  )
}
