/** What narrows both parts of the bible: a kind, and words. */

import { useKindName } from '../../actions'
import { TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'

interface KindFilterProps {
  /** The kinds that can be chosen. */
  kinds: readonly string[]
  kind: string | undefined
  onKind: (kind: string | undefined) => void
  words: string
  onWords: (words: string) => void
}

export function KindFilter({ kinds, kind, onKind, words, onWords }: KindFilterProps) {
  const { t } = useTranslation()
  const kindName = useKindName()
  return (
    <>
      <select
        className={styles.kinds}
        aria-label={t('bible-kind')}
        value={kind ?? ''}
        onChange={(event) => onKind(event.target.value || undefined)}
      >
        <option value="">{t('bible-all')}</option>
        {kinds.map((it) => (
          <option key={it} value={it}>
            {kindName(it)}
          </option>
        ))}
      </select>
      <TextInput
        type="search"
        className={styles.filter ?? ''}
        value={words}
        aria-label={t('bible-filter')}
        placeholder={t('bible-filter')}
        onChange={(event) => onWords(event.target.value)}
      />
    </>
  )
}
