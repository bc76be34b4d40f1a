/**
 * The history of a node: author, time and reason of each version; any two can be compared, any one
 * adopted.
 */

import { useState } from 'react'
import { Compared, CreateSnapshot, ErrorMessage, useToolCall } from '../../../cards'
import type { NodeDetails } from '../../../document'
import { Button, Dialog, Segmented } from '../../../kit'
import { partName, useTranslation } from '../../../text'
import { VersionList } from './VersionList'
import { pairOf, useVersions } from './versions'
import styles from './versions.module.css'

interface VersionsProps {
  reading: NodeDetails
  capability: string
  onCapability: (capability: string) => void
  onClose: () => void
}

export function Versions({ reading, capability, onCapability, onClose }: VersionsProps) {
  const { t } = useTranslation()
  const { t: named } = useTranslation()
  const held = reading.capabilities.filter((it) => it.version !== null)
  const parts = [...held.map((it) => it.name), 'node']
  // A translation is not part of the card, but has versions of its own.
  if (!parts.includes(capability)) parts.push(capability)
  const choices = parts.map((it) => ({
    value: it,
    label: partName(it, (part) => named.or(`inspector-capabilities-${part}`, part)),
  }))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('versions-title', { title: reading.title })}
      note={t('versions-note')}
      closeLabel={t('versions-close')}
    >
      <Segmented
        label={t('versions-what')}
        value={capability}
        choices={choices}
        onChange={onCapability}
      />
      <History key={capability} reading={reading} capability={capability} />
      <footer className={styles.name}>
        <span className={styles.quiet}>{t('versions-name-it')}</span>
        <CreateSnapshot />
      </footer>
    </Dialog>
  )
}

function History({ reading, capability }: { reading: NodeDetails; capability: string }) {
  const { t } = useTranslation()
  const {
    versions,
    more,
    readMore,
    readAgain,
    fault: unread,
  } = useVersions(reading.id, capability, reading)
  const { call, running, fault } = useToolCall()
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  if (!versions && unread) {
    return (
      <div className={styles.quiet}>
        <ErrorMessage report={unread} />
        <Button onClick={readAgain}>{t('versions-again')}</Button>
      </div>
    )
  }
  if (!versions) return <p className={styles.quiet}>{t('versions-loading')}</p>
  if (versions.length === 0) return <p className={styles.quiet}>{t('versions-none')}</p>
  const pair = pairOf(versions, older, newer)
  // The newer of the two; where that is in use already, the older.
  const offered = [pair?.to, pair?.from]
    .flatMap((number) => versions.find((it) => it.number === number) ?? [])
    .find((it) => !it.adopted && !it.compacted)
  return (
    <div className={styles.panes}>
      <div className={styles.list}>
        <ErrorMessage report={unread} />
        <VersionList versions={versions} pair={pair} onOlder={setOlder} onNewer={setNewer} />
        {more && (
          <Button variant="plain" onClick={readMore}>
            {t('versions-more')}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison is scrolled by keys */}
      <section className={styles.pane} aria-label={t('versions-compared')} tabIndex={0}>
        <header className={styles.paneHead}>
          {pair && (
            <strong>
              {pair.from === undefined ? t('versions-alone', pair) : t('versions-between', pair)}
            </strong>
          )}
          {offered && (
            <Button
              variant="primary"
              disabled={running}
              onClick={() =>
                void call('adopt_version', { capability, number: offered.number, node: reading.id })
              }
            >
              {t('versions-adopt', { number: offered.number })}
            </Button>
          )}
        </header>
        <ErrorMessage report={fault} />
        {pair ? (
          <Compared node={reading.id} capability={capability} pair={pair} />
        ) : (
          <p className={styles.quiet}>{t('versions-all-compacted')}</p>
        )}
      </section>
    </div>
  )
}
