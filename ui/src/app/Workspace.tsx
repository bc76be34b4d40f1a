/** The work laid out: outline, map, and beside it the node and the assistant. */

import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionKeys, useDesk, useGivenFiles, useMenu, usePanelKeys } from '../actions'
import { ExportDialog, ImportDialog } from '../features/exchange'
import { KeysDialog } from '../features/keys'
import { Outline } from '../features/outline'
import { Palette } from '../features/palette'
import { ReplaceDialog } from '../features/replace'
import { KindDialog, ToolDialog } from '../features/tools'
import { Panel } from '../kit'
import styles from './App.module.css'
import { Columns } from './Columns'
import { Docked } from './Docked'
import { Below } from './NoticeLine'
import { ProgressStrip } from './ProgressStrip'
import { Shelter } from './Shelter'
import { TopBar } from './TopBar'
import { useWindowTitle } from './title'
import { ViewShown } from './Views'
import { useWhereOneWas } from './where'

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
function Late({ part: Part, of }: { part: ComponentType; of: 'inspector' | 'assistant' }) {
  const { t } = useTranslation(of)
  return (
    <Shelter>
      <Suspense fallback={<Panel title={t('title')}>{null}</Panel>}>
        <Part />
      </Suspense>
    </Shelter>
  )
}

/** The view that is shown, over which is said what happened; a fault of the view silences nothing. */
function Field() {
  const view = useDesk((it) => it.view)
  return (
    <>
      <div className={styles.field} data-view={view}>
        <Shelter>
          <ViewShown />
        </Shelter>
      </div>
      <Below of={view === 'map' ? 'map' : 'view'}>
        <ProgressStrip />
      </Below>
    </>
  )
}

export function Workspace() {
  useActionKeys()
  useWhereOneWas()
  useWindowTitle()
  useMenu()
  useGivenFiles()
  usePanelKeys()
  return (
    <div className={styles.window}>
      <TopBar />
      <main className={styles.work}>
        <Columns
          outline={
            <Shelter>
              <Outline />
            </Shelter>
          }
          map={
            <Shelter>
              <Docked>
                <Field />
              </Docked>
            </Shelter>
          }
          inspector={<Late part={Inspector} of="inspector" />}
          assistant={<Late part={Assistant} of="assistant" />}
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
