/** The content of a panel: its component, its title while the code is loading, or an error. */

import { Suspense } from 'react'
import { Panel } from '../kit'
import type { PanelRow } from '../state'
import { useTranslation } from '../text'
import { ErrorBoundary } from './ErrorBoundary'

export function PanelContent({ row: { title, component: Content } }: { row: PanelRow }) {
  const { t } = useTranslation()
  return (
    <ErrorBoundary>
      <Suspense fallback={<Panel title={t.or(title, '')}>{null}</Panel>}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  )
}
