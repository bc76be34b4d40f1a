/** Changing the text of a scene: the button, and the editor in the place of the text. */

import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { useSession } from '../document'
import type { Level } from '../generated/workspaceTools'
import { IconButton } from '../kit'
import { useTranslation } from '../text'
import styles from './guest.module.css'
import { SceneEditor, type TextToEdit } from './SceneEditor'
import type { Scene } from './scenes'

const textKey = (node: string) => `storyteller-guest-text-${node}`

/** What was written before the page was closed without being saved. */
function keptText(node: string): TextToEdit | undefined {
  const kept = sessionStorage.getItem(textKey(node))
  return kept === null ? undefined : (JSON.parse(kept) as TextToEdit)
}

export function useSceneEdit(
  { id, title }: Scene,
  level: Level | undefined,
  reread: (scenes: readonly string[]) => Promise<void>,
): { button: ReactNode; editor: ReactNode | undefined } {
  const { t } = useTranslation()
  const session = useSession()
  const [begun, setBegun] = useState(() => keptText(id))
  const [fault, setFault] = useState<ErrorReport>()
  const [saved, setSaved] = useState(false)
  const begin = async () => {
    setFault(undefined)
    setSaved(false)
    try {
      const { text, version } = await session.data('read_text', { node: id })
      setBegun({ text, version: version ?? 0, changed: text })
    } catch (error) {
      setFault(toErrorReport(error))
    }
  }
  const leave = () => {
    sessionStorage.removeItem(textKey(id))
    setBegun(undefined)
  }
  const store = () => {
    leave()
    setSaved(true)
    void reread([id])
  }
  const button = (
    <>
      {saved && (
        <span className={styles.sent} role="status">
          {t(level === 'draft' ? 'guest-edit-sent' : 'guest-edit-saved')}
        </span>
      )}
      <ErrorMessage report={fault} />
      <IconButton
        label={t('guest-edit')}
        icon={<Pencil size={14} aria-hidden />}
        disabled={begun !== undefined}
        onClick={() => void begin()}
      />
    </>
  )
  const editor = begun && (
    <SceneEditor
      node={id}
      title={title}
      begun={begun}
      onChange={(changed) =>
        sessionStorage.setItem(textKey(id), JSON.stringify({ ...begun, changed }))
      }
      onSaved={store}
      onLeave={leave}
    />
  )
  return { button, editor }
}
