/**
 * Opens the story to agents and people of other programs, issues credentials, and shows who is
 * connected and what each does; restricts, revokes, disconnects and undoes.
 */

import { useState } from 'react'
import { type ErrorReport, toErrorReport } from '../../bridge'
import { ErrorMessage } from '../../cards'
import { Button, Empty, Panel, Segmented } from '../../kit'
import { useNotices } from '../../state'
import { useTranslation } from '../../text'
import { type Agents, type IssuedCredential, useAgents, useWorkspaceTool } from './agents'
import styles from './agents.module.css'
import { CopyField } from './CopyField'
import { CredentialForm } from './CredentialForm'
import { CredentialRow } from './CredentialRow'
import { GroupChat } from './GroupChat'
import { ParticipantRow } from './ParticipantRow'
import { Section } from './Section'
import { Traffic } from './Traffic'

/** Runs one piece of work at a time; shows why it failed, and answers whether it was done. */
export type Run = (work: () => Promise<unknown>) => Promise<boolean>

export function AgentsPanel() {
  const { t } = useTranslation()
  const { agents, unread, read } = useAgents()
  const [fault, setFault] = useState<ErrorReport>()
  const [running, setRunning] = useState(false)
  const run: Run = async (work) => {
    setRunning(true)
    setFault(undefined)
    let done = true
    try {
      await work()
    } catch (error) {
      setFault(toErrorReport(error))
      done = false
    }
    await read()
    setRunning(false)
    return done
  }
  return (
    <Panel title={t('agents-title')}>
      <div className={styles.fault}>
        <ErrorMessage report={fault ?? unread} />
      </div>
      {agents && <Opened {...{ agents, run, running }} />}
    </Panel>
  )
}

/** Who can reach the hub: programs of this computer, or others of its network too. */
const REACHES = ['computer', 'network'] as const

interface OpenedProps {
  agents: Agents
  run: Run
  running: boolean
}

function Opened({ agents, run, running }: OpenedProps) {
  const { t } = useTranslation()
  const call = useWorkspaceTool()
  const [made, setMade] = useState<IssuedCredential>()
  const [network, setNetwork] = useState(false)
  const valid = agents.credentials.filter((it) => it.valid)
  const undo = (id: string, name: string, human: boolean) =>
    run(async () => {
      const { undone } = await call('undo_agent', { name: id, human })
      const text = t('agents-undone', { name, count: undone.length })
      useNotices.getState().show({ tone: 'good', text })
    })
  if (agents.address === null) {
    return (
      <>
        <Empty title={t('agents-closed')}>
          <p>{t('agents-closed-hint')}</p>
          <div className={styles.reach}>
            <Segmented
              label={t('agents-reach')}
              value={network ? 'network' : 'computer'}
              choices={REACHES.map((value) => ({ value, label: t(`agents-reach-${value}`) }))}
              onChange={(value) => setNetwork(value === 'network')}
            />
          </div>
          {network && <p>{t('agents-reach-hint')}</p>}
          <Button
            variant="primary"
            disabled={running}
            onClick={() => void run(() => call('open_to_agents', { network }))}
          >
            {t('agents-open')}
          </Button>
        </Empty>
        <GroupChat isOpen={false} />
      </>
    )
  }
  return (
    <>
      <section className={styles.section} aria-label={t('agents-address')}>
        <CopyField label={t('agents-address')} value={agents.address} />
        <p className={styles.quiet}>{t('agents-address-hint')}</p>
        {agents.mcp && (
          <>
            <CopyField label={t('agents-mcp')} value={agents.mcp} />
            <p className={styles.quiet}>{t('agents-mcp-hint')}</p>
            {agents.sign_in_code && (
              <>
                <CopyField label={t('agents-code')} value={agents.sign_in_code} />
                <p className={styles.quiet}>{t('agents-code-hint')}</p>
              </>
            )}
          </>
        )}
        <Button disabled={running} onClick={() => void run(() => call('close_to_agents', {}))}>
          {t('agents-close')}
        </Button>
      </section>
      <Section title={t('agents-connected')}>
        {agents.participants.length === 0 && <p className={styles.quiet}>{t('agents-nobody')}</p>}
        <ul className={styles.list}>
          {agents.participants.map((it) => (
            <ParticipantRow
              key={`${it.kind}/${it.id}`}
              participant={it}
              disabled={running}
              onUndo={() => void undo(it.id, it.name, it.kind === 'human')}
              onDrop={() =>
                void run(() =>
                  call('drop_participant', { name: it.id, human: it.kind === 'human' }),
                )
              }
            />
          ))}
        </ul>
        {agents.traffic && <Traffic traffic={agents.traffic} />}
      </Section>
      <GroupChat isOpen />
      <Section title={t('agents-credentials')}>
        {made && <Made made={made} />}
        <ul className={styles.list}>
          {valid.map((it) => (
            <CredentialRow
              key={it.id}
              credential={it}
              disabled={running}
              onChange={(level) =>
                void run(() =>
                  call('change_agent_credential', { name: it.client, level, spend: it.spend }),
                )
              }
              onSpend={(spend) =>
                void run(() =>
                  call('change_agent_credential', { name: it.client, level: it.level, spend }),
                )
              }
              onMinutes={(minutes) =>
                void run(async () =>
                  setMade(await call('renew_agent_credential', { name: it.client, minutes })),
                )
              }
              onEnd={() => void run(() => call('end_agent_credential', { name: it.client }))}
              onUndo={() => void undo(it.client, it.name, it.role === 'human')}
            />
          ))}
        </ul>
        <CredentialForm
          disabled={running}
          onAdd={(wanted) => run(async () => setMade(await call('add_agent_credential', wanted)))}
        />
      </Section>
    </>
  )
}

/** Whether an address is one of this computer only. */
function isLocal(address: string): boolean {
  return new URL(address).hostname === '127.0.0.1'
}

/** A new credential's secret, which is never shown again. */
function Made({ made }: { made: IssuedCredential }) {
  const { t } = useTranslation()
  const { name } = made
  if (made.invitation)
    return (
      <div className={styles.made} role="status">
        <p>{t('agents-invited', { name })}</p>
        <CopyField label={t('agents-invitation')} value={made.invitation} />
        <p className={styles.quiet}>{t('agents-invitation-hint')}</p>
        {isLocal(made.invitation) && <p className={styles.quiet}>{t('agents-invitation-local')}</p>}
      </div>
    )
  return (
    <div className={styles.made} role="status">
      <p>{t('agents-made', { name })}</p>
      {made.address && <CopyField label={t('agents-made-address')} value={made.address} />}
      <CopyField label={t('agents-made-secret')} value={made.secret} />
      <p className={styles.quiet}>{t('agents-made-hint')}</p>
    </div>
  )
}
