/** All running calls that take longer than a moment, with a button to cancel each. */

import type { Progress } from '../bridge'
import { RunProgress } from '../cards'
import { useRuns, useSession } from '../document'
import { isPanelShown, useWorkspace } from '../state'
import { useTranslation } from '../text'
import styles from './ProgressStrip.module.css'

/** How many are shown one by one. */
const SHOWN = 3

/** A turn shows itself, and is stopped, in the conversation; so do an open dialog and two panels. */
const SHOWN_ELSEWHERE = new Set(['send_message'])

export function ProgressStrip() {
  const { t } = useTranslation()
  const { t: words } = useTranslation()
  const { bridge } = useSession()
  const dialog = useWorkspace((it) => it.dialog)
  const hasJobs = useWorkspace((it) => isPanelShown(it, 'jobs'))
  const hasStatistics = useWorkspace((it) => isPanelShown(it, 'statistics'))
  const all = useRuns((it) => it.runs)
  const isInDialog = (it: Progress) => it.origin === bridge.origin && it.tool === `${dialog}_story`
  const isInPanel = (it: Progress) =>
    (hasJobs && it.tool === 'run_job') ||
    (hasStatistics && it.origin === bridge.origin && it.tool === 'playtest_story')
  const runs = all.filter(
    (it) => !SHOWN_ELSEWHERE.has(it.tool) && !isInDialog(it) && !isInPanel(it),
  )
  if (runs.length === 0) return null
  const more = runs.length - SHOWN
  return (
    <section className={styles.strip} aria-label={t('app-progress-label')}>
      {runs.slice(0, SHOWN).map((it) => (
        <div key={it.run} className={styles.run}>
          <strong className={styles.name}>{words.or(`tools-did-${it.tool}`, it.tool)}</strong>
          <RunProgress run={it} />
        </div>
      ))}
      {more > 0 && <span className={styles.more}>{t('app-progress-more', { count: more })}</span>}
    </section>
  )
}
