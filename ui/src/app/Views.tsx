/** The middle of the window: map, manuscript or story bible, and the switch between them. */

import { lazy, Suspense } from 'react'
import { StoryMap } from '../features/map'
import { Segmented } from '../kit'
import { useWorkspace, VIEWS, type View } from '../state'
import { useTranslation } from '../text'

// The map is what a story opens on; the others come when they are asked for.
const Manuscript = lazy(async () => {
  const { Manuscript } = await import('../features/manuscript')
  return { default: Manuscript }
})
const Bible = lazy(async () => {
  const { Bible } = await import('../features/bible')
  return { default: Bible }
})

export function ViewSwitcher() {
  const { t } = useTranslation()
  const view = useWorkspace((it) => it.view)
  const setView = useWorkspace((it) => it.setView)
  return (
    <Segmented<View>
      label={t('app-view')}
      value={view}
      choices={VIEWS.map((value) => ({ value, label: t(`app-views-${value}`) }))}
      onChange={setView}
    />
  )
}

export function ActiveView() {
  const view = useWorkspace((it) => it.view)
  if (view === 'map') return <StoryMap />
  return <Suspense fallback={null}>{view === 'text' ? <Manuscript /> : <Bible />}</Suspense>
}
