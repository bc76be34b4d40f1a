/** Exactly what the model was shown in a turn: the size of each part, every piece, every text. */

import { useEffect, useState } from 'react'
import { CallError, type ErrorReport, toErrorReport } from '../../../bridge'
import { ErrorMessage } from '../../../cards'
import { type Session, useSession } from '../../../document'
import { Dialog } from '../../../kit'
import { useTranslation } from '../../../text'
import { useConversation } from '../state/conversation'
import type { Turn } from '../state/reduce'
import { BackgroundWork } from './BackgroundWork'
import styles from './Context.module.css'
import { ContextPieces } from './ContextPieces'
import { ContextResources } from './ContextResources'
import { ContextTexts } from './ContextTexts'
import { SizeBar } from './SizeBar'
import { parseShownContext, type ShownContext } from './shownContext'

interface ContextDialogProps {
  turn: Turn
  onClose: () => void
}

export function ContextDialog({ turn, onClose }: ContextDialogProps) {
  const { t } = useTranslation()
  const { shown, fault, reread } = useShown(turn)
  const strategy = shown?.strategy && t.or(`settings-strategies-${shown.strategy}`, shown.strategy)
  const model = shown?.model.startsWith('builtin') ? t('assistant-model-builtin') : shown?.model
  const about = [model, strategy].filter(Boolean).join(' · ')
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('assistant-context-title')}
      note={about || t('assistant-context-note')}
      closeLabel={t('assistant-context-close')}
    >
      <ErrorMessage report={fault} />
      {!shown && !fault && <p className={styles.quiet}>{t('assistant-context-reading')}</p>}
      {shown && (
        <div className={styles.panel}>
          <SizeBar sizes={shown.sizes} />
          <ContextPieces shown={shown} onChosen={reread} />
          <ContextResources shown={shown} onChosen={reread} />
          <ContextTexts
            part="messages"
            texts={shown.messages.map((it) => ({
              ...it,
              name: t.or(`assistant-context-role-${it.name}`, it.name),
            }))}
          />
          {shown.memory && <ContextTexts part="memory" texts={[whole('memory', shown)]} />}
          <ContextTexts part="tools" texts={shown.tools} />
          <ContextTexts part="system" texts={[whole('system', shown)]} />
          {shown.background && <BackgroundWork work={shown.background} />}
        </div>
      )}
    </Dialog>
  )
}

function whole(part: 'memory' | 'system', shown: ShownContext) {
  return { key: part, name: '', tokens: shown.sizes[part], text: shown[part] }
}

/** What a turn was shown; from a program that keeps the newest alone, that. */
async function read(session: Session, turn: string, thread: string | undefined): Promise<unknown> {
  const about = thread ? { thread } : {}
  try {
    return await session.data('show_context', { turn, ...about })
  } catch (error) {
    const unknown = error instanceof CallError && error.report.path === '/turn'
    if (!unknown || error.report.code !== 'INVALID_ACTION_INPUT') throw error
    return session.data('show_context', about)
  }
}

/** Reads it, and again at each request of a turn that works. */
function useShown({ id, shown: live }: Turn) {
  const session = useSession()
  const thread = useConversation((it) => it.thread)
  const [shown, setShown] = useState<ShownContext>()
  const [fault, setFault] = useState<ErrorReport>()
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request is read again
  useEffect(() => {
    let left = false
    read(session, id, thread).then(
      (answer) => {
        if (left) return
        setShown(parseShownContext(answer))
        setFault(undefined)
      },
      (error: unknown) => !left && setFault(toErrorReport(error)),
    )
    return () => {
      left = true
    }
  }, [session, id, thread, live, asked])
  return { shown, fault, reread: () => setAsked((old) => old + 1) }
}
