/** The variables of the story: what each is set to, and where it is used; a new name counts everywhere. */

import { useState } from 'react'
import { ErrorMessage, useReading } from '../../cards'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { VariableRow } from './VariableRow'
import styles from './variables.module.css'

export function VariablesPanel() {
  const { t } = useTranslation()
  const { data, fault } = useReading('list_variables', {})
  const [open, setOpen] = useState<string>()
  const title = t('variables-title')
  if (!data)
    return (
      <Panel title={title}>
        {fault ? <ErrorMessage report={fault} /> : <Empty title={t('variables-reading')} />}
      </Panel>
    )
  if (data.count === 0)
    return (
      <Panel title={title}>
        <Empty title={t('variables-none')}>
          <p>{t('variables-none-note')}</p>
        </Empty>
      </Panel>
    )
  return (
    <Panel title={title}>
      <div className={styles.scroller}>
        <ul className={styles.list}>
          {data.variables.map((it) => (
            <VariableRow
              key={it.variable}
              variable={it}
              isOpen={open === it.variable}
              onToggle={() => setOpen(open === it.variable ? undefined : it.variable)}
              onRenamed={(name) => open === it.variable && setOpen(name)}
            />
          ))}
        </ul>
        {data.may_have_others && <p className={styles.note}>{t('variables-others')}</p>}
      </div>
    </Panel>
  )
}
