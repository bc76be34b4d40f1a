/** The story as a tree: the map's twin for the keyboard and for those who do not see the map. */

import { useTranslation } from 'react-i18next'
import { useRevision, useSession } from '../../document'
import { Empty, Panel } from '../../kit'
import { Tree } from './Tree'

export function Outline() {
  const { t } = useTranslation('outline')
  const { mirror } = useSession()
  return (
    <Panel title={t('title')}>
      {useRevision() >= 0 && mirror.nodes.size === 0 ? (
        <Empty title={t('emptyTitle')}>{t('empty')}</Empty>
      ) : (
        <Tree />
      )}
    </Panel>
  )
}
