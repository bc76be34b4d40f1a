/** A link in an answer to a web page, which opens in the browser. */

import type { ReactNode } from 'react'
import { useNotices, useWorkspace } from '../../../state'
import { useTranslation } from '../../../text'

/** The desktop's window follows no link out of itself, so there it is copied. */
export function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useTranslation()
  const native = useWorkspace((it) => it.windowContext?.program.native !== undefined)
  return (
    <a
      href={address}
      title={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={(event) => {
        if (!native) return
        event.preventDefault()
        void navigator.clipboard.writeText(address).then(() => {
          useNotices.getState().show({ tone: 'good', text: t('assistant-copied-address') })
        })
      }}
    >
      {children}
    </a>
  )
}
