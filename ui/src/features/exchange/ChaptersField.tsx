/** Whether a chapter of an exported book is a scene or a group of scenes. */

import { Field, Select } from '../../kit'
import { useTranslation } from '../../text'
import { CHAPTER_UNITS, type ChapterUnit, chapterUnitNamed } from './chapters'

interface ChaptersFieldProps {
  value: ChapterUnit
  onChoose: (choice: ChapterUnit) => void
}

export function ChaptersField({ value, onChoose }: ChaptersFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('exchange-chapters')} note={t('exchange-chapters-note')}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          choices={CHAPTER_UNITS.map((it) => ({ value: it, label: t(`exchange-chapters-${it}`) }))}
          onChoose={(it) => onChoose(chapterUnitNamed(it))}
        />
      )}
    </Field>
  )
}
