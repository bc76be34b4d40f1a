/** The work laid out: outline, map, and beside it the node and the assistant. */

import { useActionKeys } from '../actions'
import { Assistant } from '../features/assistant'
import { Inspector } from '../features/inspector'
import { StoryMap } from '../features/map'
import { Outline } from '../features/outline'
import { Palette } from '../features/palette'
import styles from './App.module.css'
import { Columns } from './Columns'
import { NoticeLine } from './NoticeLine'
import { TopBar } from './TopBar'

export function Workspace() {
  useActionKeys()
  return (
    <div className={styles.window}>
      <TopBar />
      <main className={styles.work}>
        <Columns
          outline={<Outline />}
          map={<StoryMap />}
          inspector={<Inspector />}
          assistant={<Assistant />}
        />
      </main>
      <Palette />
      <NoticeLine />
    </div>
  )
}
