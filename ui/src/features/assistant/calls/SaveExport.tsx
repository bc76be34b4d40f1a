/** Saves the file that a call exported. */

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../document'
import { Button } from '../../../kit'
import { exportedFile, saveFile } from '../../../services'
import { reportError, useWorkspace } from '../../../state'
import { useTranslation } from '../../../text'
import styles from './Call.module.css'

export function SaveExport({ data }: { data: unknown }) {
  const { t } = useTranslation()
  const session = useSession()
  const program = useWorkspace((it) => it.windowContext?.program)
  const [busy, setBusy] = useState(false)
  const file = exportedFile(session.mirror.story.title, data)
  if (!file) return null

  function save(chosen: NonNullable<typeof file>) {
    setBusy(true)
    saveFile(program, chosen)
      .catch(reportError)
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.cardFoot}>
      <Button
        variant="plain"
        icon={<Download size={13} />}
        disabled={busy}
        onClick={() => save(file)}
      >
        {t('exchange-save')}
      </Button>
    </div>
  )
}
