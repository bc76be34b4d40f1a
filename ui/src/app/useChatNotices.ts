/** Tells of messages from agents and people of the story while their chat is not shown. */

import { useEffect } from 'react'
import { useSession } from '../document'
import { isPanelShown, useNotices, useWorkspace } from '../state'
import { useTranslation } from '../text'

/** The panel with the chat. */
const PANEL = 'agents'
/** So many characters of a message are shown. */
const SHOWN = 140

export function useChatNotices(): void {
  const session = useSession()
  const { t } = useTranslation()
  useEffect(
    () =>
      session.listen((event) => {
        if (event.type !== 'message:posted' || event.message.from === null) return
        if (isPanelShown(useWorkspace.getState(), PANEL)) return
        const { name, text } = event.message
        const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
        useNotices.getState().show({
          tone: 'good',
          text: t('app-message', { name, text: shown }),
          stays: true,
          action: {
            label: t('app-message-show'),
            perform: () => useWorkspace.getState().setPanel(PANEL, true),
          },
        })
      }),
    [session, t],
  )
}
