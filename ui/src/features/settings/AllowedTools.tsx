/**
 * The tools that the assistant may use in this conversation without asking; each can be revoked.
 */

import { useEffect, useState } from 'react'
import { type Bridge, callData, type ToolInput } from '../../bridge'
import { Button, LabeledGroup } from '../../kit'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import { currentToolName } from '../../text/formerTools'
import styles from './settings.module.css'

interface AllowedToolsProps {
  story: Bridge
  thread: string
}

export function AllowedTools({ story, thread }: AllowedToolsProps) {
  const { t } = useTranslation()
  const [tools, setTools] = useState<readonly string[]>()
  const ask = <N extends 'list_allowed' | 'revoke_allowed'>(name: N, args: ToolInput<N>) =>
    callData(story, { name, args }).then((it) => setTools(it.tools), reportError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each conversation
  useEffect(() => void ask('list_allowed', { thread }), [story, thread])
  if (!tools) return null
  const called = (name: string) => t.or(`tools-did-${currentToolName(name)}`, name)
  return (
    <LabeledGroup
      label={t('settings-allowed')}
      note={t(tools.length > 0 ? 'settings-allowed-note' : 'settings-allowed-none')}
    >
      {tools.length > 0 && (
        <ul className={styles.allowed} aria-label={t('settings-allowed')}>
          {tools.map((tool) => (
            <li key={tool}>
              <span>{called(tool)}</span>
              <Button
                aria-label={t('settings-revoke-of', { name: called(tool) })}
                onClick={() => void ask('revoke_allowed', { thread, tool })}
              >
                {t('settings-revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </LabeledGroup>
  )
}
