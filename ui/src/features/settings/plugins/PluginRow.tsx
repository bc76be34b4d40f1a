/** One MCP server: its state, the reason of a failure, and its tools with their permissions. */

import { useState } from 'react'
import { Button, Select } from '../../../kit'
import { useTranslation } from '../../../text'
import { useErrorText } from '../../../text/errorText'
import styles from '../settings.module.css'
import own from './plugins.module.css'
import { SignIn } from './SignIn'
import type { Plugin, PluginTool, usePlugins } from './usePlugins'

const PERMISSIONS = ['allow', 'ask', 'refuse'] as const

interface PluginRowProps {
  plugin: Plugin
  act: ReturnType<typeof usePlugins>['act']
  onEdit: () => void
}

export function PluginRow({ plugin, act, onEdit }: PluginRowProps) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  const [sure, setSure] = useState(false)
  const { name, phase } = plugin
  const isOff = phase === 'stopped'
  const asksToSignIn = plugin.sign_in.state === 'needed' || plugin.sign_in.state === 'waiting'
  const start = phase === 'failed' ? 'restart' : 'start'
  return (
    <li className={own.plugin}>
      <div className={styles.trial}>
        <strong>{name}</strong>
        <span className={phase === 'failed' && !asksToSignIn ? styles.bad : styles.note}>
          {t(asksToSignIn ? 'settings-plugins-signin-needed' : `settings-plugins-phases-${phase}`)}
        </span>
      </div>
      {plugin.why && !asksToSignIn && <p className={styles.bad}>{wordsOf(plugin.why).words}</p>}
      <p className={styles.note}>{plugin.url || [plugin.command, ...plugin.args].join(' ')}</p>
      <SignIn plugin={plugin} act={act} />
      <div className={styles.trial}>
        {(isOff || (phase === 'failed' && !asksToSignIn)) && (
          <Button
            aria-label={t(`settings-plugins-${start}-of`, { name })}
            onClick={() => void act('start_outside_server', { name })}
          >
            {t(`settings-plugins-${start}`)}
          </Button>
        )}
        {!isOff && (
          <Button
            aria-label={t('settings-plugins-stop-of', { name })}
            onClick={() => void act('stop_outside_server', { name })}
          >
            {t('settings-plugins-stop')}
          </Button>
        )}
        <Button aria-label={t('settings-plugins-edit-of', { name })} onClick={onEdit}>
          {t('settings-plugins-edit')}
        </Button>
        <Button
          aria-label={t(sure ? 'settings-plugins-remove-sure-of' : 'settings-plugins-remove-of', {
            name,
          })}
          onBlur={() => setSure(false)}
          onClick={() => (sure ? void act('remove_outside_server', { name }) : setSure(true))}
        >
          {t(sure ? 'settings-plugins-remove-sure' : 'settings-plugins-remove')}
        </Button>
      </div>
      {plugin.tools.length > 0 && (
        <ul className={styles.allowed} aria-label={t('settings-plugins-tools-of', { name })}>
          {plugin.tools.map((tool) => (
            <Tool
              key={tool.name}
              tool={tool}
              choose={(permission) =>
                void act('set_outside_tool', {
                  server: name,
                  tool: tool.name,
                  permission,
                  described: tool.described,
                })
              }
            />
          ))}
        </ul>
      )}
    </li>
  )
}

interface ToolProps {
  tool: PluginTool
  choose: (permission: PluginTool['permission']) => void
}

function Tool({ tool, choose }: ToolProps) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={styles.outcome}>
        <code>{tool.called}</code>
        <p className={styles.note}>{tool.description}</p>
        {tool.changed && <p className={styles.bad}>{t('settings-plugins-changed')}</p>}
      </div>
      <span>
        <Select
          aria-label={t('settings-plugins-permission-of', { tool: tool.called })}
          value={tool.permission}
          choices={PERMISSIONS.map((it) => ({
            value: it,
            label: t(`settings-plugins-permissions-${it}`),
          }))}
          onChoose={(permission) => choose(permission as PluginTool['permission'])}
        />
      </span>
    </li>
  )
}
