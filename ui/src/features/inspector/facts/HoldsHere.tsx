/**
 * The facts at a scene: attributes that change along the story, with their values on the paths to
 * it.
 */

import type { ToolOutput } from '../../../bridge'
import { useReading } from '../../../cards'
import { useSelection } from '../../../document'
import { useTranslation } from '../../../text'
import rows from '../rows.module.css'
import { Section } from '../Section'
import styles from './facts.module.css'
import { SourceQuote } from './SourceQuote'

type Holds = ToolOutput<'facts_at'>['facts'][number]

export function HoldsHere({ node }: { node: string }) {
  const { t } = useTranslation()
  const { data } = useReading('facts_at', { node })
  const goTo = useSelection((it) => it.goTo)
  // Where no fact is set yet on the way, there is nothing to tell of it.
  const facts = data?.facts.filter((it) => it.values.length > 0) ?? []
  if (facts.length === 0) return null
  return (
    <Section title={t('inspector-holds-title')} part="holds">
      <ul className={rows.list}>
        {facts.map((it) => (
          <li key={`${it.of.id}/${it.key}`} className={rows.item}>
            <div className={styles.heldOf}>
              <button type="button" className={styles.of} onClick={() => goTo([it.of.id])}>
                {it.of.title}
              </button>
              <span className={styles.key}>{it.key}</span>
            </div>
            <HeldValues held={it} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HeldValues({ held }: { held: Holds }) {
  const { t } = useTranslation()
  const { values, certain, or_unknown } = held
  return (
    <span className={styles.heldValues}>
      {values.map((it) => (
        <span key={it.since?.id ?? ''} className={styles.heldValue}>
          <span>{it.value}</span>
          {it.since && (
            <span className={rows.note}>
              {t('inspector-holds-since', { title: it.since.title })}
            </span>
          )}
          {it.source && <SourceQuote source={it.source} />}
        </span>
      ))}
      {!certain && (
        <span className={styles.heldNotes}>
          {or_unknown && <span className={rows.note}>{t('inspector-holds-unknown')}</span>}
          <span className={rows.note}>{t('inspector-holds-depends')}</span>
        </span>
      )}
    </span>
  )
}
