/** How words are looked for: with their case, as whole words. */

import { useTranslation } from '../text'
import styles from './FindOptions.module.css'

interface Options {
  matchCase: boolean
  wholeWord: boolean
}

interface FindOptionsProps extends Options {
  onChange: (change: Partial<Options>) => void
}

export function FindOptions({ matchCase, wholeWord, onChange }: FindOptionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={matchCase}
          onChange={(event) => onChange({ matchCase: event.target.checked })}
        />
        {t('replace-match-case')}
      </label>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={wholeWord}
          onChange={(event) => onChange({ wholeWord: event.target.checked })}
        />
        {t('replace-whole-word')}
      </label>
    </>
  )
}
