/** The Twine story format in which conditions and effects are written. */

import { Field, Select } from '../../kit'
import { useTranslation } from '../../text'
import { STORY_FORMATS, type StoryFormat, storyFormatNamed } from './storyFormat'

interface StoryFormatFieldProps {
  value: StoryFormat | ''
  onChoose: (choice: StoryFormat | '') => void
}

export function StoryFormatField({ value, onChoose }: StoryFormatFieldProps) {
  const { t } = useTranslation()
  const choices = [
    { value: '', label: t('exchange-story-format-own') },
    ...Object.entries(STORY_FORMATS).map(([name, label]) => ({ value: name, label })),
  ]
  return (
    <Field label={t('exchange-story-format')} note={t('exchange-story-format-note')}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          choices={choices}
          onChoose={(it) => onChoose(storyFormatNamed(it))}
        />
      )}
    </Field>
  )
}
