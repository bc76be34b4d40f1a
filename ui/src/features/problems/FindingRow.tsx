/** One finding: a click opens its node, the buttons fix it. */

import { CircleAlert, Info, Lightbulb, TriangleAlert, Wrench } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../bridge'
import { useSelection, useSession } from '../../document'
import { Button, type RowStop } from '../../kit'
import { reportError, useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { findingText, fixText, kindText, reasonText } from './findingText'
import styles from './problems.module.css'
import type { Finding, Fix } from './report'

const ICONS = { error: CircleAlert, warning: TriangleAlert, note: Info, hint: Lightbulb }

function goTo({ nodes, edge }: Finding): void {
  const ids = nodes.map((it) => it.id)
  if (edge) {
    useSelection.getState().selectEdge(edge)
    useWorkspace.getState().map?.goTo(ids.slice(0, 2))
  } else useSelection.getState().goTo(ids.slice(0, 1))
}

interface FindingRowProps {
  finding: Finding
  stop: RowStop
  /** Whether one of its places was opened last. */
  isCurrent: boolean
  /** Opens the text that it is about. */
  onWrite: () => void
}

export function FindingRow({ finding, stop, isCurrent, onWrite }: FindingRowProps) {
  const { t } = useTranslation()
  const Icon = ICONS[finding.severity]
  const { tabIndex } = stop
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: where the keyboard is, is remembered
    <div className={styles.line} data-severity={finding.severity} onFocus={stop.onFocus}>
      <button
        ref={stop.ref}
        type="button"
        className={styles.go}
        aria-current={isCurrent || undefined}
        tabIndex={tabIndex}
        onClick={() => goTo(finding)}
        onDoubleClick={onWrite}
      >
        <Icon
          size={15}
          aria-label={t(`problems-severity-${finding.severity}`)}
          role="img"
          className={styles.mark}
        />
        <span className={styles.words}>
          <span className={styles.kind}>{kindText(t, finding)}</span>
          <span className={styles.message}>{findingText(t, finding)}</span>
          <span className={styles.why}>{reasonText(t, finding)}</span>
        </span>
      </button>
      {finding.fix && <FixButton fix={finding.fix} tabIndex={tabIndex} />}
      {finding.instead && <FixButton fix={finding.instead} tabIndex={tabIndex} />}
    </div>
  )
}

function FixButton({ fix, tabIndex }: { fix: Fix; tabIndex: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const [mending, setMending] = useState(false)
  const words = fixText(t, fix)
  const mend = async () => {
    setMending(true)
    try {
      const answer = await session.call<string>(fix.name, fix.arguments as Record<string, unknown>)
      if (answer.error) throw new CallError(answer.error)
      const text = t('problems-mended', { words })
      useNotices.getState().show({ tone: 'good', text, hint: t('problems-mended-hint') })
    } catch (fault) {
      reportError(fault)
    }
    setMending(false)
  }
  return (
    <Button
      className={styles.fix}
      icon={<Wrench size={13} aria-hidden />}
      tabIndex={tabIndex}
      disabled={mending}
      onClick={() => void mend()}
      aria-label={t('problems-fix-by', { words })}
    >
      <span>{words}</span>
    </Button>
  )
}
