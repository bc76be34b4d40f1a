/** The story as a tree: the map's twin for the keyboard and for those who do not see the map. */

import { useRevision, useSession } from '../../document'
import { Empty, Panel } from '../../kit'
import { useTranslation } from '../../text'
import { Tree } from './Tree'

export function Outline() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  return (
    <Panel title={t('outline-title')}>
      {useRevision() >= 0 && mirror.nodes.size === 0 ? (
        <Empty title={t('outline-empty-title')}>{t('outline-empty')}</Empty>
      ) : (
        <Tree />
      )}
    </Panel>
  )
}
