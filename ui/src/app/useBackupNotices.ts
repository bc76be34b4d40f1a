/** Tells that the open story could not be backed up. */

import { useEffect } from 'react'
import { useSession } from '../document'
import { useBackups, useNotices, useWorkspace } from '../state'
import { useTranslation } from '../text'
import { useErrorText } from '../text/errorText'

export function useBackupNotices(): void {
  const session = useSession()
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  useEffect(
    () =>
      session.listen((event) => {
        if (event.type !== 'backup:failed') return
        const story = useWorkspace.getState().windowContext?.story
        const { title } = session.mirror.story
        useNotices.getState().show({
          tone: 'bad',
          text: t('app-backup-failed'),
          hint: wordsOf(event.error).words,
          stays: true,
          ...(story && {
            action: {
              label: t('app-backup-show'),
              perform: () => useBackups.getState().show({ story, title }),
            },
          }),
        })
      }),
    [session, t, wordsOf],
  )
}
