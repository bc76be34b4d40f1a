/** The resources that plugins offer, and which of them are always included in this conversation. */

import { Pin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../../bridge'
import { ErrorMessage, useToolCall } from '../../../cards'
import { useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import { useErrorText } from '../../../text/errorText'
import styles from './Context.module.css'
import { ContextRow } from './ContextRow'
import { keyOf, type ResourcePiece, resourcesIn, type ShownContext } from './shownContext'

interface ContextResourcesProps {
  shown: ShownContext
  onChosen: () => void
}

export function ContextResources({ shown, onChosen }: ContextResourcesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running, fault } = useToolCall()
  const [offered, setOffered] = useState<unknown>()
  const [unlisted, setUnlisted] = useState<ErrorReport>()
  useEffect(() => {
    let left = false
    session.data('list_resources', {}).then(
      (answer) => !left && setOffered(answer),
      (error: unknown) => !left && setUnlisted(toErrorReport(error)),
    )
    return () => {
      left = true
    }
  }, [session])
  const resources = resourcesIn(shown, offered)
  if (resources.length === 0 && !unlisted) return null

  async function choose({ server, uri, pinned }: ResourcePiece) {
    const about = shown.thread ? { thread: shown.thread } : {}
    const rule = pinned ? 'exclude' : 'pin'
    if (await call('set_resource_context', { server, uri, rule, ...about })) onChosen()
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.partHead}>{t('assistant-context-plugins')}</h3>
      <p className={styles.quiet}>{t('assistant-context-plugins-note')}</p>
      <ErrorMessage report={fault ?? unlisted} />
      <ul className={styles.pieces} aria-label={t('assistant-context-plugins')}>
        {resources.map((it) => (
          <Resource key={keyOf(it)} resource={it} busy={running} onChoose={() => void choose(it)} />
        ))}
      </ul>
    </section>
  )
}

interface ResourceProps {
  resource: ResourcePiece
  busy: boolean
  onChoose: () => void
}

function Resource({ resource, busy, onChoose }: ResourceProps) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  const { server, title, pinned, tokens, text, shown, missing } = resource
  const reason = missing
    ? `${server}: ${wordsOf(missing).words}`
    : shown
      ? server
      : `${server} ${t('assistant-context-unshown')}`
  return (
    <ContextRow
      title={title}
      reason={reason}
      {...{ tokens, text, shown }}
      how={pinned ? 'pin' : 'auto'}
    >
      <IconButton
        label={t(pinned ? 'assistant-context-unpin-resource' : 'assistant-context-pin', {
          title,
        })}
        icon={<Pin size={14} />}
        pressed={pinned}
        disabled={busy}
        onClick={onChoose}
      />
    </ContextRow>
  )
}
