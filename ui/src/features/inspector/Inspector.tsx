/** The inspector of the selection: one node, several, or none. */

import { useEffect } from 'react'
import { useNode, useSelection, useSession, watchTags } from '../../document'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { MultiSelection } from './MultiSelection'
import { NodePanel } from './NodePanel'

export function Inspector() {
  const { t } = useTranslation()
  const session = useSession()
  useEffect(() => watchTags(session), [session])
  const nodes = useSelection((it) => it.nodes)
  const focused = useSelection((it) => it.focused)
  const there = useNode(focused)
  return (
    <Panel title={t('inspector-title')}>
      {nodes.size > 1 ? (
        <MultiSelection nodes={nodes} />
      ) : focused !== undefined && there ? (
        <NodePanel key={focused} node={focused} />
      ) : (
        <Empty title={t('inspector-none')}>{t('inspector-none-hint')}</Empty>
      )}
    </Panel>
  )
}
