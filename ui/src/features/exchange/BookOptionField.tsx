/** A choice about the form of an exported book or page: its chapters, sections, paper, look. */

import { Field, Select } from '../../kit'
import { useTranslation } from '../../text'
import { BOOK_CHOICES, type BookChoice, type BookOption, choiceNamed } from './bookOptions'

const LABELS = {
  scene: 'exchange-chapters-scene',
  group: 'exchange-chapters-group',
  none: 'exchange-numbering-none',
  in_order: 'exchange-numbering-in_order',
  shuffled: 'exchange-numbering-shuffled',
  a4: 'exchange-paper-a4',
  letter: 'exchange-paper-letter',
  book: 'exchange-design-book',
  modern: 'exchange-design-modern',
  parchment: 'exchange-design-parchment',
  terminal: 'exchange-design-terminal',
  pastel: 'exchange-design-pastel',
} as const satisfies Record<BookChoice, string>

interface BookOptionFieldProps<O extends BookOption> {
  option: O
  value: BookChoice<O>
  onChoose: (choice: BookChoice<O>) => void
}

export function BookOptionField<O extends BookOption>({
  option,
  value,
  onChoose,
}: BookOptionFieldProps<O>) {
  const { t } = useTranslation()
  const name: BookOption = option
  const known: readonly BookChoice[] = BOOK_CHOICES[name]
  const note = name === 'paper' ? {} : { note: t(`exchange-${name}-note`) }
  return (
    <Field label={t(`exchange-${name}`)} {...note}>
      {(ids) => (
        <Select
          {...ids}
          value={value}
          choices={known.map((it) => ({ value: it, label: t(LABELS[it]) }))}
          onChoose={(it) => onChoose(choiceNamed(option, it))}
        />
      )}
    </Field>
  )
}
