/** How many problems there are, always in sight; opens the list. */

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useActions } from '../../actions'
import { Tooltip } from '../../kit'
import { useDock } from '../../state'
import { useTranslation } from '../../text'
import styles from './problems.module.css'
import { useAutoCheck, useReport } from './report'

export function ProblemsBadge() {
  const { t } = useTranslation()
  useAutoCheck()
  const report = useReport((it) => it.report)
  const open = useDock((it) => it.open === 'problems')
  const [action] = useActions(['problems'])
  if (!report || !action) return null
  const serious = report.errors + report.warnings
  const Icon = report.errors > 0 ? CircleAlert : serious > 0 ? TriangleAlert : CircleCheck
  const label = t('problems-badge', { count: report.count })
  return (
    <Tooltip text={label} {...(action.keys === undefined ? {} : { keys: action.keys })}>
      <button
        type="button"
        className={styles.badge}
        data-severity={report.errors > 0 ? 'error' : serious > 0 ? 'warning' : 'none'}
        aria-label={label}
        aria-pressed={open}
        onClick={action.perform}
      >
        <Icon size={15} aria-hidden />
        {serious > 0 && <span>{serious}</span>}
      </button>
    </Tooltip>
  )
}
