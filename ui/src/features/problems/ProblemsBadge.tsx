/**
 * The number of problems that affect readers, always visible; the list that it opens shows them
 * first, under the same words.
 */

import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useActions } from '../../actions'
import { Tooltip } from '../../kit'
import { isPanelShown, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './problems.module.css'
import { useAutoCheck, useReport } from './report'
import { breakingOf } from './rows'

export function ProblemsBadge() {
  const { t } = useTranslation()
  useAutoCheck()
  const report = useReport((it) => it.report)
  const open = useWorkspace((it) => isPanelShown(it, 'problems'))
  const [action] = useActions(['problems'])
  if (!report || !action) return null
  const count = breakingOf(report).length
  const Icon = count > 0 ? TriangleAlert : CircleCheck
  const label = count > 0 ? t('problems-badge', { count }) : t('problems-title')
  return (
    <Tooltip text={label} {...(action.keys === undefined ? {} : { keys: action.keys })}>
      <button
        type="button"
        className={styles.badge}
        data-severity={count > 0 ? 'warning' : 'none'}
        aria-label={label}
        aria-pressed={open}
        onClick={action.perform}
      >
        <Icon size={15} aria-hidden />
        {count > 0 && <span>{count}</span>}
      </button>
    </Tooltip>
  )
}
