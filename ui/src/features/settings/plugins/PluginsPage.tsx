/** The MCP servers: the state of each, its tools and their permissions, and a form to add one. */

import { useState } from 'react'
import type { Program } from '../../../bridge'
import { ErrorMessage } from '../../../cards'
import { Button } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from '../settings.module.css'
import { PluginForm } from './PluginForm'
import { PluginRow } from './PluginRow'
import own from './plugins.module.css'
import { type Plugin, usePlugins } from './usePlugins'

interface PluginsPageProps {
  program: Program
}

export function PluginsPage({ program }: PluginsPageProps) {
  const { t } = useTranslation()
  const { plugins, fault, act } = usePlugins(program)
  const [edited, setEdited] = useState<Plugin | 'new'>()
  const [wasEdited, setWasEdited] = useState(false)
  const close = () => {
    setEdited(undefined)
    setWasEdited(true)
  }
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t('settings-plugins-note')}</p>
      <ErrorMessage report={fault} />
      {plugins?.length === 0 && <p className={styles.note}>{t('settings-plugins-none')}</p>}
      {plugins && plugins.length > 0 && (
        <ul className={own.plugins} aria-label={t('settings-plugins')}>
          {plugins.map((it) => (
            <PluginRow key={it.name} plugin={it} act={act} onEdit={() => setEdited(it)} />
          ))}
        </ul>
      )}
      {edited ? (
        <PluginForm
          key={edited === 'new' ? '' : edited.name}
          {...(edited === 'new' ? {} : { plugin: edited })}
          onCancel={close}
          onSave={async (wanted) => {
            if (await act('set_outside_server', wanted)) close()
          }}
        />
      ) : (
        plugins && (
          <div>
            <Button autoFocus={wasEdited} onClick={() => setEdited('new')}>
              {t('settings-plugins-add')}
            </Button>
          </div>
        )
      )}
    </div>
  )
}
