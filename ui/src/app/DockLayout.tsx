/** The map, and the docked panel beside it. */

import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { panelRows, useDock } from '../state'
import { useTranslation } from '../text'
import styles from './App.module.css'
import { PanelContent } from './PanelContent'

export function DockLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const open = useDock((it) => it.open)
  const kept = useDefaultLayout({ id: 'storyteller-dock' })
  const shown = panelRows('dock').find((it) => it.id === open)
  return (
    <Group {...kept} orientation="horizontal" style={{ height: '100%' }}>
      <Panel id="field" minSize={200}>
        <div className={styles.field} data-panel="field">
          {children}
        </div>
      </Panel>
      {shown && <Separator className={styles.upright} aria-label={t('app-resize-dock')} />}
      {shown && (
        <Panel
          id="dock"
          defaultSize={380}
          minSize={260}
          maxSize={640}
          groupResizeBehavior="preserve-pixel-size"
        >
          <div className={styles.side} data-panel="dock">
            <PanelContent key={shown.id} row={shown} />
          </div>
        </Panel>
      )}
    </Group>
  )
}
