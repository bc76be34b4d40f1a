/** The resources that plugins offer, and which of them are always included in this conversation. */

import { Pin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from './Context.module.css'
import { type ResourcePiece, resourcesIn, type ShownContext } from './shownContext'

interface ContextResourcesProps {
  shown: ShownContext
  onChosen: () => void
}

export function ContextResources({ shown, onChosen }: ContextResourcesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running, fault } = useToolCall()
  const [offered, setOffered] = useState<unknown>()
  useEffect(() => {
    let left = false
    session.data('list_resources', {}).then(
      (answer) => !left && setOffered(answer),
      // A program that offers none of this still tells what was shown.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [session])
  const resources = resourcesIn(shown, offered)
  if (resources.length === 0) return null

  async function choose({ server, uri, pinned }: ResourcePiece) {
    const about = shown.thread ? { thread: shown.thread } : {}
    const rule = pinned ? 'exclude' : 'pin'
    if (await call('set_resource_context', { server, uri, rule, ...about })) onChosen()
  }
  return (
    <section className={styles.section}>
      <h3 className={styles.partHead}>{t('assistant-context-plugins')}</h3>
      <p className={styles.quiet}>{t('assistant-context-plugins-note')}</p>
      <ErrorMessage report={fault} />
      <ul className={styles.pieces} aria-label={t('assistant-context-plugins')}>
        {resources.map((it) => (
          <Resource
            key={`${it.server} ${it.uri}`}
            resource={it}
            busy={running}
            onChoose={() => void choose(it)}
          />
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
  const { server, title, pinned, tokens, text, missing } = resource
  const head = (
    <>
      <span className={styles.pieceTitle}>{title}</span>
      <span className={styles.reason}>{missing ? `${server}: ${missing}` : server}</span>
    </>
  )
  return (
    <li className={styles.piece} data-how={pinned ? 'pin' : 'auto'} data-shown={text !== ''}>
      {text ? (
        <details className={styles.pieceText}>
          <summary>{head}</summary>
          <pre>{text}</pre>
        </details>
      ) : (
        <div className={styles.pieceText}>{head}</div>
      )}
      <span className={styles.tokens}>
        {tokens > 0 && t('assistant-context-tokens', { count: tokens })}
      </span>
      <span className={styles.choices}>
        <IconButton
          label={t(pinned ? 'assistant-context-unpin-resource' : 'assistant-context-pin', {
            title,
          })}
          icon={<Pin size={14} />}
          pressed={pinned}
          disabled={busy}
          onClick={onChoose}
        />
      </span>
    </li>
  )
}
