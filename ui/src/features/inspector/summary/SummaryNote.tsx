/** What happens in a card, in a few sentences: what a model keeps, or what the writer made of it. */

import { ErrorMessage, type Reading, useEditableField, useToolCall } from '../../../cards'
import type { NodeDetails } from '../../../document'
import { AutoGrowTextArea } from '../../../kit'
import { useTranslation } from '../../../text'
import { Section } from '../Section'
import styles from './summary.module.css'

interface SummaryNoteProps {
  reading: NodeDetails
  listed: Reading<'list_summaries'>
  /** Whether an empty one is shown, to be written. */
  adding: boolean
}

export function SummaryNote({ reading, listed, adding }: SummaryNoteProps) {
  const { t } = useTranslation()
  const { call, fault } = useToolCall()
  const summary = listed.data?.summaries[0]
  const field = useEditableField(summary?.text ?? '', async (text) => {
    const done = await call('write_summary', { node: reading.id, text })
    await listed.reread()
    return done !== undefined
  })
  if (!summary && !adding) return null
  return (
    <Section title={t('inspector-summary-title')} part="summary">
      <AutoGrowTextArea
        fieldClassName={styles.text ?? ''}
        aria-label={t('inspector-summary-title')}
        placeholder={t('inspector-summary-hint')}
        value={field.value}
        onChange={(event) => field.type(event.target.value)}
        onBlur={field.finish}
        onKeyDown={field.onKeyDown}
      />
      {summary?.stale && <p className={styles.stale}>{t('inspector-summary-stale')}</p>}
      {summary?.model && (
        <p className={styles.note}>{t('inspector-summary-model', { model: summary.model })}</p>
      )}
      <ErrorMessage report={fault} />
    </Section>
  )
}
