/** What passed through the hub since the story was opened to agents; closed until somebody wants to know. */

import type { HubTraffic } from '../../generated/workspaceTools'
import { useTranslation } from '../../text'
import styles from './agents.module.css'

export function Traffic({ traffic }: { traffic: HubTraffic }) {
  const { t } = useTranslation()
  const received = traffic.received.reduce((sum, it) => sum + it.count, 0)
  const errors = traffic.errors.reduce((sum, it) => sum + it.count, 0)
  const milliseconds = (micros: number) => t('agents-traffic-ms', { time: micros / 1000 })
  return (
    <details className={styles.traffic}>
      <summary>{t('agents-traffic', { connections: traffic.connections, received })}</summary>
      <dl>
        <Row name={t('agents-traffic-received')} value={received}>
          {traffic.received.map((it) => (
            <Row key={it.name} name={it.name} value={it.count} />
          ))}
        </Row>
        <Row name={t('agents-traffic-delivered')} value={traffic.delivered} />
        <Row name={t('agents-traffic-queued')} value={traffic.queued} />
        <Row name={t('agents-traffic-skipped')} value={traffic.skipped} />
        {traffic.median_micros !== undefined && (
          <Row name={t('agents-traffic-median')} value={milliseconds(traffic.median_micros)} />
        )}
        {traffic.p99_micros !== undefined && (
          <Row name={t('agents-traffic-p99')} value={milliseconds(traffic.p99_micros)} />
        )}
        <Row name={t('agents-traffic-errors')} value={errors}>
          {traffic.errors.map((it) => (
            <Row key={it.name} name={it.name} value={it.count} />
          ))}
        </Row>
      </dl>
    </details>
  )
}

interface RowProps {
  name: string
  value: string | number
  children?: React.ReactNode
}

function Row({ name, value, children }: RowProps) {
  return (
    <>
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
      {children}
    </>
  )
}
