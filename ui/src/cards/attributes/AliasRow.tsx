/** A field for the first aliases of a character or place. */

import { AutoGrowTextArea } from '../../kit'
import { useTranslation } from '../../text'
import { useEditableField } from '../useEditableField'
import styles from './attributes.module.css'

interface AliasRowProps {
  /** False where it was refused. */
  onAdd: (aliases: string) => Promise<boolean>
}

export function AliasRow({ onAdd }: AliasRowProps) {
  const { t } = useTranslation()
  const hand = useEditableField('', async (typed) => typed.trim() === '' || onAdd(typed.trim()))
  return (
    <div className={styles.row}>
      <span className={styles.alias}>{t('cards-kv-aliases')}</span>
      <AutoGrowTextArea
        fieldClassName={styles.grow ?? ''}
        aria-label={t('cards-kv-aliases')}
        placeholder={t('cards-kv-alias-short')}
        title={t('cards-kv-alias-hint')}
        value={hand.value}
        onChange={(event) => hand.type(event.target.value)}
        onBlur={hand.finish}
        onKeyDown={hand.onKeyDown}
      />
    </div>
  )
}
