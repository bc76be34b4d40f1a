/** What the assistant may do in this conversation without a question, and the way to take it back. */

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bridge, callData } from '../../bridge'
import { Button } from '../../kit'
import { reportError } from '../../state'
import { presentTool } from '../../text/formerTools'
import { LabeledGroup } from './LabeledGroup'
import styles from './settings.module.css'

interface AllowedToolsProps {
  story: Bridge
  thread: string
}

export function AllowedTools({ story, thread }: AllowedToolsProps) {
  const { t } = useTranslation('settings')
  const [tools, setTools] = useState<readonly string[]>()
  const ask = (name: string, args: Record<string, unknown>) =>
    callData<{ tools: string[] }>(story, { name, args }).then(
      (it) => setTools(it.tools),
      reportError,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each conversation
  useEffect(() => void ask('list_allowed', { thread }), [story, thread])
  if (!tools) return null
  const called = (name: string) => t(`tools:did.${presentTool(name)}`, { defaultValue: name })
  return (
    <LabeledGroup label={t('allowed')} note={t(tools.length > 0 ? 'allowedNote' : 'allowedNone')}>
      {tools.length > 0 && (
        <ul className={styles.allowed} aria-label={t('allowed')}>
          {tools.map((tool) => (
            <li key={tool}>
              <span>{called(tool)}</span>
              <Button
                aria-label={t('revokeOf', { name: called(tool) })}
                onClick={() => void ask('revoke_allowed', { thread, tool })}
              >
                {t('revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </LabeledGroup>
  )
}
