/** The findings, worst first: a click goes to the node, the button mends. */

import { CircleAlert, Info, TriangleAlert, Wrench, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFault, useDesk, useDock } from '../../actions'
import { useTool } from '../../cards'
import { useSelection } from '../../document'
import { Button, Empty, IconButton, Panel, Tooltip } from '../../kit'
import styles from './problems.module.css'
import { type Finding, type Severity, useReport } from './report'

const ICONS = { error: CircleAlert, warning: TriangleAlert, note: Info }
const SEVERITIES: Severity[] = ['error', 'warning', 'note']

export function ProblemsPanel() {
  const { t } = useTranslation('problems')
  const { report, fault } = useReport()
  const close = (
    <IconButton
      label={t('close')}
      icon={<X size={15} />}
      onClick={() => useDock.getState().show(undefined)}
    />
  )
  return (
    <Panel title={t('title')} tools={close}>
      {!report ? (
        <Empty title={fault ? t('failed') : t('checking')}>{fault}</Empty>
      ) : report.count === 0 ? (
        <Empty title={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <>
          {SEVERITIES.map((severity) => (
            <Findings
              key={severity}
              severity={severity}
              findings={report.findings.filter((it) => it.severity === severity)}
            />
          ))}
          {report.findings.length < report.count && (
            <p className={styles.more}>
              {t('more', { count: report.count - report.findings.length })}
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function Findings({ severity, findings }: { severity: Severity; findings: Finding[] }) {
  const { t } = useTranslation('problems')
  if (findings.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>
        {t(`severities.${severity}`)} <span className={styles.count}>{findings.length}</span>
      </h3>
      <ul className={styles.list}>
        {findings.map((it) => (
          <Line key={`${it.kind}/${it.edge ?? ''}/${it.message}/${it.nodes[0]?.id}`} finding={it} />
        ))}
      </ul>
    </section>
  )
}

function Line({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('problems')
  const [mending, setMending] = useState(false)
  const { call } = useTool()
  const Icon = ICONS[finding.severity]
  const { fix, nodes, edge } = finding
  const go = () => {
    const ids = nodes.map((it) => it.id)
    if (edge) useSelection.getState().selectEdge(edge)
    else useSelection.getState().select(ids.slice(0, 1))
    useDesk.getState().map?.reveal(ids.slice(0, edge ? 2 : 1))
  }
  const mend = async () => {
    if (!fix) return
    setMending(true)
    await call(fix.name, fix.arguments).catch(reportFault)
    setMending(false)
  }
  // What the program says is in English; the sort of finding and its nodes say it in any language.
  const english = i18n.language === 'en'
  const names = nodes.map((it) => it.title).slice(0, 3)
  return (
    <li className={styles.line} data-severity={finding.severity}>
      <button type="button" className={styles.go} onClick={go}>
        <Icon size={15} aria-hidden className={styles.mark} />
        <span className={styles.words}>
          <span className={styles.kind}>{t(`kinds.${finding.kind}`)}</span>
          <span className={styles.message}>
            {english ? finding.message : t('about', { names: names.join('、') })}
          </span>
          <span className={styles.why}>{t(`why.${finding.kind}`)}</span>
        </span>
      </button>
      {fix && (
        <Tooltip text={english ? fix.title : t(`fixes.${finding.kind}`)}>
          <Button
            className={styles.fix}
            icon={<Wrench size={13} aria-hidden />}
            disabled={mending}
            onClick={() => void mend()}
            aria-label={`${t('fix')}: ${english ? fix.title : t(`fixes.${finding.kind}`)}`}
          >
            {t('fix')}
          </Button>
        </Tooltip>
      )}
    </li>
  )
}
