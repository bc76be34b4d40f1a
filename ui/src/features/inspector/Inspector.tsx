/** The inspector: the focused node of the selection, several, or none. */

import { useTranslation } from 'react-i18next'
import { useNode, useSelection } from '../../document'
import { Empty, Panel } from '../../kit'
import { MultiSelection } from './MultiSelection'
import { NodePanel } from './NodePanel'

export function Inspector() {
  const { t } = useTranslation('inspector')
  const nodes = useSelection((it) => it.nodes)
  const focused = useSelection((it) => it.focused)
  const there = useNode(focused)
  return (
    <Panel title={t('title')}>
      {nodes.size > 1 ? (
        <MultiSelection nodes={nodes} />
      ) : focused !== undefined && there ? (
        <NodePanel key={focused} node={focused} />
      ) : (
        <Empty title={t('none')}>{t('noneHint')}</Empty>
      )}
    </Panel>
  )
}
