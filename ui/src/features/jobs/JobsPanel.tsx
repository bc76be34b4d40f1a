/** Jobs: a form for a new one, and the existing ones, newest first. */

import { ErrorMessage } from '../../cards'
import { Panel } from '../../kit'
import { useTranslation } from '../../text'
import { JobRow } from './JobRow'
import { runOf, useJobRuns, useJobs, useRunJob } from './jobs'
import styles from './jobs.module.css'
import { NewJob } from './NewJob'

export function JobsPanel() {
  const { t } = useTranslation()
  const { jobs, fault: unread, reread, waiting } = useJobs()
  const runs = useJobRuns()
  const { run, fault } = useRunJob(reread)
  return (
    <Panel title={t('jobs-title')}>
      <NewJob
        onStart={(args) => {
          void run(args)
          void reread()
        }}
      />
      <div className={styles.fault}>
        <ErrorMessage report={fault ?? unread} />
      </div>
      {jobs && jobs.length > 0 && (
        <ul className={styles.list} aria-label={t('jobs-title')}>
          {jobs.map((it) => (
            <JobRow
              key={it.job}
              job={it}
              run={it.running ? runOf(it, jobs, runs) : undefined}
              isWaiting={it.draft !== undefined && waiting.has(it.draft)}
              onResume={() => void run({ job: it.job })}
              onChanged={() => void reread()}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
