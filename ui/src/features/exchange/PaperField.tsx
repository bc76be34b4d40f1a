/** The paper that an exported file with pages is set for. */

import { Field, Select } from '../../kit'
import { useTranslation } from '../../text'
import { PAPERS, type Paper, paperNamed } from './paper'

interface PaperFieldProps {
  value: Paper
  onChoose: (choice: Paper) => void
}

export function PaperField({ value, onChoose }: PaperFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('exchange-paper')}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          choices={PAPERS.map((it) => ({ value: it, label: t(`exchange-paper-${it}`) }))}
          onChoose={(it) => onChoose(paperNamed(it))}
        />
      )}
    </Field>
  )
}
