/** The page of a guest: asks for an invitation where there is none, then shows the story. */

import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { HubConnection, hubBridge, type Invitation } from '../bridge'
import { Session, SessionProvider } from '../document'
import { Button, Field, TextInput, TooltipProvider } from '../kit'
import { useTranslation } from '../text'
import styles from './guest.module.css'
import { readInvitation, saveInvitation } from './invitation'
import { SharedStory } from './SharedStory'

interface GuestPageProps {
  /** The address of the hub, `ws://host:port`. */
  hub: string
  invited: Invitation | undefined
}

export function GuestPage({ hub, invited }: GuestPageProps) {
  const [invitation, setInvitation] = useState(invited)
  const join = (given: Invitation | undefined) => {
    saveInvitation(given)
    setInvitation(given)
  }
  return (
    <TooltipProvider>
      {invitation ? (
        <Joined hub={hub} invitation={invitation} leave={() => join(undefined)} />
      ) : (
        <JoinForm onJoin={join} />
      )}
    </TooltipProvider>
  )
}

interface JoinedProps {
  hub: string
  invitation: Invitation
  leave: () => void
}

function Joined({ hub, invitation, leave }: JoinedProps) {
  const connection = useMemo(() => new HubConnection(hub, invitation), [hub, invitation])
  useEffect(() => () => connection.close(), [connection])
  const session = useMemo(() => new Session(hubBridge(connection)), [connection])
  return (
    <SessionProvider value={session}>
      <SharedStory hub={connection} leave={leave} />
    </SessionProvider>
  )
}

function JoinForm({ onJoin }: { onJoin: (invitation: Invitation) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const join = (event: FormEvent) => {
    event.preventDefault()
    const given = readInvitation(text)
    if (given) onJoin(given)
    else setTried(true)
  }
  return (
    <main className={styles.alone}>
      <h1>{t('guest-join-title')}</h1>
      <p>{t('guest-join-what')}</p>
      <form className={styles.join} onSubmit={join}>
        <Field
          label={t('guest-invitation')}
          note={t('guest-invitation-note')}
          {...(tried ? { fault: t('guest-invitation-fault') } : {})}
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          {t('guest-join')}
        </Button>
      </form>
    </main>
  )
}
