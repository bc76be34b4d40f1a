/** Opens what the model was shown in a turn; during the turn, with the current sizes. */

import { Layers } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import type { Turn } from '../state/reduce'
import styles from './Context.module.css'
import { ContextDialog } from './ContextDialog'
import { SizeBar } from './SizeBar'

export function ContextButton({ turn }: { turn: Turn }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const live = turn.state === 'running' && turn.shown
  return (
    <>
      {live ? (
        <button
          type="button"
          className={styles.live}
          aria-label={t('assistant-context-open')}
          onClick={() => setOpen(true)}
        >
          <Layers size={13} aria-hidden />
          <SizeBar small sizes={live.sizes} />
        </button>
      ) : (
        <IconButton
          className={styles.open ?? ''}
          label={t('assistant-context-open')}
          icon={<Layers size={14} />}
          onClick={() => setOpen(true)}
        />
      )}
      {open && <ContextDialog turn={turn} onClose={() => setOpen(false)} />}
    </>
  )
}
