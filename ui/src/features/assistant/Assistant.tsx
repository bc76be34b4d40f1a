/** The conversation with the assistant: its thread and its composer. */

import { useEffect } from 'react'
import { useSession } from '../../document'
import { Panel } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Assistant.module.css'
import { Composer } from './composer/Composer'
import { connectSession } from './state/conversation'
import { Thread } from './thread/Thread'
import { ThreadMenu } from './threads/ThreadMenu'

export function Assistant() {
  const { t } = useTranslation()
  const session = useSession()
  useEffect(() => connectSession(session), [session])
  return (
    <Panel title={t('assistant-title')} tools={<ThreadMenu />}>
      <div className={styles.assistant}>
        <Thread />
        <Composer />
      </div>
    </Panel>
  )
}
