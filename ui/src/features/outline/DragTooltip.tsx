/** What dropping the dragged rows would do, shown at the pointer. */

import { ArrowUpDown, FolderInput, FolderOutput, Move } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useNode, useSession } from '../../document'
import { useTranslation } from '../../text'
import styles from './Outline.module.css'
import type { RowDrag } from './useRowDrag'

export function DragTooltip({ drag }: { drag: RowDrag }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const group = useNode(drag.group)
  const [first = ''] = drag.nodes
  const what =
    drag.nodes.length > 1
      ? t('outline-several', { count: drag.nodes.length })
      : (mirror.nodes.get(first)?.title ?? '')
  const isOrder = drag.instead !== undefined || drag.beside !== undefined
  const Icon = isOrder ? ArrowUpDown : !drag.fits ? Move : group ? FolderInput : FolderOutput
  return createPortal(
    <div className={styles.chip} style={{ left: drag.x + 14, top: drag.y + 12 }}>
      <Icon size={14} aria-hidden />
      <span>
        {isOrder || !drag.fits
          ? what
          : group
            ? t('outline-into', { what, group: group.title })
            : t('outline-out-of', { what })}
      </span>
    </div>,
    document.body,
  )
}
