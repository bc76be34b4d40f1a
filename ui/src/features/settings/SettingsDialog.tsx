/** The settings as one form, and what the program is made from. A key goes in and is never shown. */

import { useEffect, useState } from 'react'
import { callProgram, type Program, type ProgramSettings } from '../../bridge'
import { Button, Dialog, Tabs } from '../../kit'
import { reportError, useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { AboutPage } from './AboutPage'
import { AssistantPage } from './AssistantPage'
import { ConversationPage } from './ConversationPage'
import { PluginsPage } from './plugins'
import { saveTypedKey } from './saveTypedKey'
import {
  changedSettings,
  formFromSettings,
  invalidField,
  modelOf,
  type SettingsForm,
} from './settingsForm'
import { useStrategies } from './useStrategies'
import { WindowPage } from './WindowPage'
import { WritingPage } from './WritingPage'

interface SettingsDialogProps {
  program: Program
  changed: () => void
}

export function SettingsDialog({ program, changed }: SettingsDialogProps) {
  const [settings, setSettings] = useState<ProgramSettings>()
  useEffect(() => {
    callProgram(program, 'get_settings').then(setSettings, reportError)
  }, [program])
  return settings ? <Form program={program} settings={settings} changed={changed} /> : null
}

function Form({ program, settings, changed }: SettingsDialogProps & { settings: ProgramSettings }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<SettingsForm>(() => formFromSettings(settings))
  const [tried, setTried] = useState(false)
  const strategies = useStrategies(program, settings)
  const close = () => useWorkspace.getState().setDialog(undefined)
  const change = (part: Partial<SettingsForm>) => setChosen((old) => ({ ...old, ...part }))

  const save = async () => {
    setTried(true)
    if (invalidField(chosen) || strategies.fault) return
    try {
      await saveTypedKey(program, chosen)
      const strategy = strategies.ofSettings()
      const changes = changedSettings(chosen, settings)
      await callProgram(program, 'update_settings', {
        ...changes,
        ...(strategy ? { context_strategy: strategy } : {}),
      })
      await strategies.keep()
      changed()
      useNotices.getState().show({ tone: 'good', text: t('settings-saved') })
      close()
    } catch (fault) {
      reportError(fault)
    }
  }

  const pages = [
    {
      id: 'assistant',
      label: t('settings-model'),
      content: <AssistantPage {...{ program, settings, chosen, tried, change }} />,
    },
    {
      id: 'conversations',
      label: t('settings-conversations'),
      content: <ConversationPage {...{ program, chosen, strategies, change }} />,
    },
    { id: 'plugins', label: t('settings-plugins'), content: <PluginsPage program={program} /> },
    { id: 'writing', label: t('settings-writing'), content: <WritingPage /> },
    {
      id: 'window',
      label: t('settings-look'),
      content: <WindowPage {...{ program, settings, chosen, change }} />,
    },
    { id: 'about', label: t('settings-about'), content: <AboutPage program={program} /> },
  ]
  return (
    <Dialog
      open
      onClose={close}
      title={t('settings-title')}
      closeLabel={t('settings-close')}
      foot={
        <>
          <Button onClick={close}>{t('settings-close')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {t('settings-save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Tabs label={t('settings-title')} pages={pages} />
        <button type="submit" hidden aria-label={t('settings-save')} title={modelOf(chosen)} />
      </form>
    </Dialog>
  )
}
