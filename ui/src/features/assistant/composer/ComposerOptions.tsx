/** The assistant's options in this conversation: autonomy and model. */

import { Check, ChevronDown } from 'lucide-react'
import { Button, Menu, Tooltip } from '../../../kit'
import { useWorkspace } from '../../../state'
import { useTranslation } from '../../../text'
import { AUTONOMY_LEVELS, useAutonomy } from '../state/autonomy'
import { setAutonomy, useConversation } from '../state/conversation'
import styles from './Composer.module.css'

export function AutonomyMenu() {
  const { t } = useTranslation()
  const autonomy = useAutonomy(useConversation((it) => it.autonomy))
  const lines = AUTONOMY_LEVELS.map((way) => ({
    id: way,
    label: `${t(`assistant-autonomy-${way}`)} — ${t(`assistant-autonomy-${way}Note`)}`,
    icon: <Check size={14} visibility={way === autonomy ? 'visible' : 'hidden'} />,
    perform: () => setAutonomy(way),
  }))
  return (
    <Menu lines={lines}>
      <Button variant="plain" className={styles.way ?? ''}>
        <span className={styles.hidden}>{t('assistant-autonomy-label')}</span>
        {t(`assistant-autonomy-${autonomy}`)}
        <ChevronDown size={13} />
      </Button>
    </Menu>
  )
}

/** The model that answers; a way to the settings, where another is chosen. */
export function ModelName() {
  const { t } = useTranslation()
  const model = useWorkspace((it) => it.windowContext?.settings?.model)
  if (!model) return null
  const name =
    model === 'builtin' ? t('assistant-model-builtin') : model.slice(model.indexOf(':') + 1)
  return (
    <Tooltip text={t('assistant-model-choose', { name: model === 'builtin' ? name : model })}>
      <Button
        variant="plain"
        className={styles.model ?? ''}
        aria-label={t('assistant-model-choose', { name: model === 'builtin' ? name : model })}
        onClick={() => useWorkspace.getState().setDialog('settings')}
      >
        <span className={styles.modelName}>{name}</span>
      </Button>
    </Tooltip>
  )
}
