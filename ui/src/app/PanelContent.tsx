/** What a panel shows: its component, or its title while the code is loaded, or what went wrong in it. */

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
