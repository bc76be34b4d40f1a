/**
 * Adds or edits an MCP server. The form is inside the form of the settings, so Enter saves the
 * server and not the settings.
 */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ToolInput } from '../../../bridge'
import { Button, Field, isImeKey, Segmented, TextArea, TextInput } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from '../settings.module.css'
import type { Plugin } from './usePlugins'

type WantedPlugin = ToolInput<'set_outside_server'>

interface PluginFormProps {
  /** The one to change; a new one if left out. */
  plugin?: Plugin
  onSave: (wanted: WantedPlugin) => Promise<void>
  onCancel: () => void
}

const lines = (text: string) => text.split('\n').filter((it) => it.trim() !== '')

export function PluginForm({ plugin, onSave, onCancel }: PluginFormProps) {
  const { t } = useTranslation()
  const heading = useId()
  const form = useRef<HTMLDivElement>(null)
  // The button that opened it is gone, and the keyboard with it.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const [name, setName] = useState(plugin?.name ?? '')
  const [way, setWay] = useState<'command' | 'url'>(plugin?.url ? 'url' : 'command')
  const [command, setCommand] = useState(plugin?.command ?? '')
  const [args, setArgs] = useState(plugin?.args.join('\n') ?? '')
  const [env, setEnv] = useState(plugin?.env.join('\n') ?? '')
  const [url, setUrl] = useState(plugin?.url ?? '')
  const [key, setKey] = useState('')
  const [client, setClient] = useState(plugin?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const isWhole = name.trim() !== '' && (way === 'command' ? command : url).trim() !== ''
  const save = () => {
    if (!isWhole) return
    const wanted: WantedPlugin =
      way === 'command'
        ? { name, command, args: lines(args), env: lines(env) }
        : {
            name,
            url,
            ...(key.trim() ? { key } : {}),
            ...(client.trim() === (plugin?.client_id ?? '') ? {} : { client_id: client }),
            ...(secret.trim() ? { client_secret: secret } : {}),
          }
    void onSave(wanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    save()
  }
  const word = (label: string, note: string, value: string, change: (it: string) => void) => (
    <Field label={label} {...(note ? { note } : {})}>
      {(ids) => (
        <TextInput
          {...ids}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
  const hidden = (label: string, note: string, value: string, change: (it: string) => void) => (
    <Field label={label} note={note}>
      {(ids) => (
        <TextInput
          {...ids}
          type="password"
          value={value}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
  /** What is said below a field whose content is kept but never shown. */
  const kept = (place: string | null | undefined, none: string) =>
    place ? t('settings-plugins-key-there', { place }) : none
  const many = (label: string, note: string, value: string, change: (it: string) => void) => (
    <Field label={label} note={note}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={2}
          value={value}
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend in its own way
    <div
      ref={form}
      role="group"
      aria-labelledby={heading}
      className={styles.form}
      data-escape
      onKeyDown={onKeyDown}
    >
      <h3 id={heading}>
        {plugin ? t('settings-plugins-change', { name: plugin.name }) : t('settings-plugins-add')}
      </h3>
      {!plugin && word(t('settings-plugins-name'), t('settings-plugins-name-note'), name, setName)}
      <Segmented
        label={t('settings-plugins-way')}
        value={way}
        choices={(['command', 'url'] as const).map((it) => ({
          value: it,
          label: t(`settings-plugins-way-${it}`),
        }))}
        onChange={setWay}
      />
      {way === 'command' ? (
        <>
          {word(
            t('settings-plugins-command'),
            t('settings-plugins-command-note'),
            command,
            setCommand,
          )}
          {many(t('settings-plugins-args'), t('settings-plugins-args-note'), args, setArgs)}
          {many(t('settings-plugins-env'), t('settings-plugins-env-note'), env, setEnv)}
        </>
      ) : (
        <>
          {word(t('settings-plugins-url'), t('settings-plugins-url-note'), url, setUrl)}
          {hidden(
            t('settings-plugins-key'),
            kept(plugin?.key, t('settings-plugins-key-none')),
            key,
            setKey,
          )}
          <details className={styles.byHand} open={Boolean(plugin?.client_id)}>
            <summary>{t('settings-plugins-client')}</summary>
            <div>
              <p className={styles.note}>{t('settings-plugins-client-note')}</p>
              {word(t('settings-plugins-client-id'), '', client, setClient)}
              {hidden(
                t('settings-plugins-client-secret'),
                kept(plugin?.client_secret, t('settings-plugins-client-secret-none')),
                secret,
                setSecret,
              )}
            </div>
          </details>
        </>
      )}
      <div className={styles.trial}>
        <Button onClick={onCancel}>{t('settings-plugins-cancel')}</Button>
        <Button variant="primary" disabled={!isWhole} onClick={save}>
          {t('settings-plugins-save')}
        </Button>
      </div>
    </div>
  )
}
