/** Signing in to an MCP server at an address: the person does it in the browser, this follows it. */

import { Button } from '../../../kit'
import { useNotices } from '../../../state'
import { useTranslation } from '../../../text'
import { useErrorText } from '../../../text/errorText'
import styles from '../settings.module.css'
import type { Plugin, usePlugins } from './usePlugins'

interface SignInProps {
  plugin: Plugin
  act: ReturnType<typeof usePlugins>['act']
}

export function SignIn({ plugin, act }: SignInProps) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  const { name } = plugin
  const { state, address, why } = plugin.sign_in
  if (state === 'none' && !why) return null
  const signOut = () => void act('sign_out_of_server', { name })
  const copy = (text: string) =>
    void navigator.clipboard
      .writeText(text)
      .then(() => useNotices.getState().show({ tone: 'good', text: t('assistant-copied-address') }))
  return (
    <>
      {why && state !== 'waiting' && <p className={styles.bad}>{wordsOf(why).words}</p>}
      {state === 'waiting' && (
        <p className={styles.note} role="status">
          {t('settings-plugins-signin-waiting')}
        </p>
      )}
      <div className={styles.trial}>
        {(state === 'needed' || state === 'none') && (
          <Button
            variant="primary"
            aria-label={t('settings-plugins-signin-of', { name })}
            onClick={() => void act('sign_in_to_server', { name })}
          >
            {t('settings-plugins-signin')}
          </Button>
        )}
        {state === 'waiting' && (
          <>
            {address && (
              <Button
                aria-label={t('settings-plugins-signin-copy-of', { name })}
                onClick={() => copy(address)}
              >
                {t('settings-plugins-signin-copy')}
              </Button>
            )}
            <Button aria-label={t('settings-plugins-signin-cancel-of', { name })} onClick={signOut}>
              {t('settings-plugins-cancel')}
            </Button>
          </>
        )}
        {state === 'signed_in' && (
          <>
            <span className={styles.note}>{t('settings-plugins-signin-done')}</span>
            <Button aria-label={t('settings-plugins-signout-of', { name })} onClick={signOut}>
              {t('settings-plugins-signout')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
