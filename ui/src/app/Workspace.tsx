/** The work laid out: outline, map, and beside it the node and the assistant. */

import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionKeys, useDroppedFiles, useMenuCommands, usePanelKeys } from '../actions'
import { ExportDialog, ImportDialog } from '../features/exchange'
import { KeysDialog } from '../features/keys'
import { Outline } from '../features/outline'
import { Palette } from '../features/palette'
import { ReplaceDialog } from '../features/replace'
import { KindDialog, ToolDialog } from '../features/tools'
import { Panel } from '../kit'
import { useWorkspace } from '../state'
import styles from './App.module.css'
import { BottomStatus } from './BottomStatus'
import { Columns } from './Columns'
import { DockLayout } from './DockLayout'
import { ErrorBoundary } from './ErrorBoundary'
import { ProgressStrip } from './ProgressStrip'
import { TopBar } from './TopBar'
import { useRestoredLocation } from './useRestoredLocation'
import { useWindowTitle } from './useWindowTitle'
import { ActiveView } from './Views'

// The editor and the thread are most of the program's weight, and the map can be seen without them.
const Inspector = lazy(async () => {
  const { Inspector } = await import('../features/inspector')
  return { default: Inspector }
})
const Assistant = lazy(async () => {
  const { Assistant } = await import('../features/assistant')
  return { default: Assistant }
})

/** A part whose code is still to come; until then its panel stands there, empty, under its title. */
function LazyPanel({ part: Part, of }: { part: ComponentType; of: 'inspector' | 'assistant' }) {
  const { t } = useTranslation(of)
  return (
    <ErrorBoundary>
      <Suspense fallback={<Panel title={t('title')}>{null}</Panel>}>
        <Part />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The view that is shown, over which is said what happened; a fault of the view silences nothing. */
function Field() {
  const view = useWorkspace((it) => it.view)
  return (
    <>
      <div className={styles.field} data-view={view}>
        <ErrorBoundary>
          <ActiveView />
        </ErrorBoundary>
      </div>
      <BottomStatus of={view === 'map' ? 'map' : 'view'}>
        <ProgressStrip />
      </BottomStatus>
    </>
  )
}

export function Workspace() {
  useActionKeys()
  useRestoredLocation()
  useWindowTitle()
  useMenuCommands()
  useDroppedFiles()
  usePanelKeys()
  return (
    <div className={styles.window}>
      <TopBar />
      <main className={styles.work}>
        <Columns
          outline={
            <ErrorBoundary>
              <Outline />
            </ErrorBoundary>
          }
          map={
            <ErrorBoundary>
              <DockLayout>
                <Field />
              </DockLayout>
            </ErrorBoundary>
          }
          inspector={<LazyPanel part={Inspector} of="inspector" />}
          assistant={<LazyPanel part={Assistant} of="assistant" />}
        />
      </main>
      <Palette />
      <ImportDialog />
      <ExportDialog />
      <ToolDialog />
      <KindDialog />
      <KeysDialog />
      <ReplaceDialog />
    </div>
  )
}
