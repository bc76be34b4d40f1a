/** The layout of an open story: the view, and the panels beside it. */

import { useEffect } from 'react'
import {
  useActionKeys,
  useDroppedFiles,
  useMenuCommands,
  usePanelKeys,
  useTypingOpensPage,
} from '../actions'
import { useSession, watchTags } from '../document'
import { ExportDialog, ImportDialog } from '../features/exchange'
import { KeysDialog } from '../features/keys'
import { Palette } from '../features/palette'
import { ReplaceDialog } from '../features/replace'
import { StyleGuideDialog } from '../features/style'
import { KindDialog, ToolDialog } from '../features/tools'
import { Tour } from '../features/tour'
import { LanguagesDialog } from '../features/translations'
import { useWorkspace } from '../state'
import styles from './App.module.css'
import { BottomStatus } from './BottomStatus'
import { Columns } from './Columns'
import { ErrorBoundary } from './ErrorBoundary'
import { ProgressStrip } from './ProgressStrip'
import { TopBar } from './TopBar'
import './panels'
import { useBackupNotices } from './useBackupNotices'
import { useChatNotices } from './useChatNotices'
import { useRemovedWhileWriting } from './useRemovedWhileWriting'
import { useRestoredLocation } from './useRestoredLocation'
import { useSinceLeft } from './useSinceLeft'
import { useWindowTitle } from './useWindowTitle'
import { ActiveView } from './Views'

/** The view that is shown, over which is said what happened; a fault of the view silences nothing. */
function Field() {
  const view = useWorkspace((it) => it.view)
  return (
    <div className={styles.field}>
      <div className={styles.field} data-view={view} data-panel="field">
        <ErrorBoundary key={view}>
          <ActiveView />
        </ErrorBoundary>
      </div>
      <BottomStatus of={view === 'map' ? 'map' : 'view'}>
        <ProgressStrip />
      </BottomStatus>
    </div>
  )
}

export function Workspace() {
  useActionKeys()
  useRestoredLocation()
  useSinceLeft()
  useBackupNotices()
  useChatNotices()
  useRemovedWhileWriting()
  useWindowTitle()
  useMenuCommands()
  useDroppedFiles()
  usePanelKeys()
  useTypingOpensPage()
  const session = useSession()
  useEffect(() => watchTags(session), [session])
  return (
    <div className={styles.window}>
      <TopBar />
      <main className={styles.work}>
        <Columns>
          <ErrorBoundary>
            <Field />
          </ErrorBoundary>
        </Columns>
      </main>
      <Palette />
      <ImportDialog />
      <ExportDialog />
      <ToolDialog />
      <KindDialog />
      <KeysDialog />
      <ReplaceDialog />
      <StyleGuideDialog />
      <LanguagesDialog />
      <Tour />
    </div>
  )
}
