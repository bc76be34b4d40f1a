/** Rules that follow from the writer's corrections: proposed, and a rule only once it was accepted. */

import { Check, X } from 'lucide-react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading, useToolCall } from '../../cards'
import { Button } from '../../kit'
import { useNotices } from '../../state'
import { useTranslation } from '../../text'
import styles from './style.module.css'

type Rule = ToolOutput<'list_proposed_rules'>['rules'][number]

interface ProposedRulesProps {
  /** It stands in the style guide now. */
  onAccepted: (rule: string) => void
}

export function ProposedRules({ onAccepted }: ProposedRulesProps) {
  const { t } = useTranslation()
  const { data, reread } = useReading('list_proposed_rules', {})
  const { call, running, fault } = useToolCall()
  const rules = data?.rules ?? []
  if (rules.length === 0) return null
  const decide = async (rule: Rule, accept: boolean) => {
    if (!(await call('decide_proposed_rule', { rule: rule.id, accept }))) return
    if (accept) onAccepted(rule.rule)
    const text = t(accept ? 'style-proposed-accepted' : 'style-proposed-rejected')
    useNotices.getState().show({ tone: 'good', text })
    await reread()
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('style-proposed')}</legend>
      <p className={styles.note}>{t('style-proposed-note')}</p>
      <ul className={styles.items}>
        {rules.map((it) => (
          <li key={it.id} className={styles.proposed}>
            <span className={styles.rule}>{it.rule}</span>
            <details className={styles.because}>
              <summary>{t('style-proposed-because', { count: it.because.length })}</summary>
              {it.because.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same words may have been changed twice
                <p key={at}>
                  <del>{one.before}</del> <ins>{one.after}</ins>
                </p>
              ))}
            </details>
            <span className={styles.decide}>
              <Button
                icon={<Check size={14} aria-hidden />}
                disabled={running}
                onClick={() => void decide(it, true)}
              >
                {t('style-proposed-accept')}
              </Button>
              <Button
                variant="plain"
                icon={<X size={14} aria-hidden />}
                disabled={running}
                onClick={() => void decide(it, false)}
              >
                {t('style-proposed-reject')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ErrorMessage report={fault} />
    </fieldset>
  )
}
