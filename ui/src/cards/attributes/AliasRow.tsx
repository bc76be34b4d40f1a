/** A field for the aliases of who has none yet. */

import { useTranslation } from 'react-i18next'
import { AutoGrowTextArea } from '../../kit'
import { useEditableField } from '../useEditableField'
import styles from './attributes.module.css'

interface AliasRowProps {
  /** False where it was refused. */
  onAdd: (aliases: string) => Promise<boolean>
}

export function AliasRow({ onAdd }: AliasRowProps) {
  const { t } = useTranslation('cards')
  const hand = useEditableField('', async (typed) => typed.trim() === '' || onAdd(typed.trim()))
  return (
    <div className={styles.row}>
      <span className={styles.alias}>{t('kv.aliases')}</span>
      <AutoGrowTextArea
        fieldClassName={styles.grow ?? ''}
        aria-label={t('kv.aliases')}
        placeholder={t('kv.aliasShort')}
        title={t('kv.aliasHint')}
        value={hand.value}
        onChange={(event) => hand.type(event.target.value)}
        onBlur={hand.finish}
        onKeyDown={hand.onKeyDown}
      />
    </div>
  )
}
