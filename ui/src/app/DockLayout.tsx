/** The map, and beside it what was asked for: the problems, the figures, the history or a reading. */

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { HistoryPanel } from '../features/history'
import { PlayPanel } from '../features/play'
import { ProblemsPanel, StatisticsPanel } from '../features/problems'
import { type DockName, useDock } from '../state'
import styles from './App.module.css'
import { ErrorBoundary } from './ErrorBoundary'

/** What can be docked, by name. */
export const PANELS: Record<DockName, () => ReactNode> = {
  problems: ProblemsPanel,
  statistics: StatisticsPanel,
  play: PlayPanel,
  history: HistoryPanel,
}

export function DockLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('app')
  const open = useDock((it) => it.open)
  const kept = useDefaultLayout({ id: 'storyteller-dock' })
  const Shown = open && PANELS[open]
  return (
    <Group {...kept} orientation="horizontal" style={{ height: '100%' }}>
      <Panel id="field" minSize={200}>
        <div className={styles.field} data-panel="field">
          {children}
        </div>
      </Panel>
      {Shown && <Separator className={styles.upright} aria-label={t('resize.dock')} />}
      {Shown && (
        <Panel
          id="dock"
          defaultSize={380}
          minSize={260}
          maxSize={640}
          groupResizeBehavior="preserve-pixel-size"
        >
          <div className={styles.side} data-panel="dock">
            <ErrorBoundary key={open}>
              <Shown />
            </ErrorBoundary>
          </div>
        </Panel>
      )}
    </Group>
  )
}
