/** The history of a node: who wrote what, when and why; any two compared, any one adopted. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault, useTool } from '../../../cards'
import type { NodeReading } from '../../../document'
import { Button, Dialog, Segmented } from '../../../kit'
import { Compared } from './Compared'
import { VersionList } from './VersionList'
import { useVersions, type Version } from './versions'
import styles from './versions.module.css'

interface VersionsProps {
  reading: NodeReading
  capability: string
  onCapability: (capability: string) => void
  onClose: () => void
}

export function Versions({ reading, capability, onCapability, onClose }: VersionsProps) {
  const { t } = useTranslation('versions')
  const { t: named } = useTranslation('inspector')
  const held = reading.capabilities.filter((it) => it.version !== null)
  const choices = [...held, { name: 'node', title: 'node' }].map((it) => ({
    value: it.name,
    label: named(`capabilities.${it.name}`, { defaultValue: it.title }),
  }))
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('title', { title: reading.title })}
      note={t('note')}
      closeLabel={t('close')}
    >
      <Segmented label={t('what')} value={capability} choices={choices} onChange={onCapability} />
      <History key={capability} reading={reading} capability={capability} />
    </Dialog>
  )
}

/** The pair to compare: what was chosen, else the newest version and the one before it. */
function pairOf(versions: Version[], older: number | undefined, newer: number | undefined) {
  const to = newer ?? versions[0]?.number
  if (to === undefined) return undefined
  const from = older ?? versions.find((it) => it.number < to)?.number
  return { from, to }
}

function History({ reading, capability }: { reading: NodeReading; capability: string }) {
  const { t } = useTranslation('versions')
  const { versions, more, readMore } = useVersions(reading.id, capability, reading)
  const { call, running, fault } = useTool()
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  const pair = pairOf(versions, older, newer)
  const shown = versions.find((it) => it.number === pair?.to)
  if (!pair) return <p className={styles.quiet}>{t('none')}</p>
  return (
    <div className={styles.panes}>
      <div className={styles.list}>
        <VersionList versions={versions} pair={pair} onOlder={setOlder} onNewer={setNewer} />
        {more && (
          <Button look="plain" onClick={readMore}>
            {t('more')}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison is scrolled by keys */}
      <section className={styles.pane} aria-label={t('compared')} tabIndex={0}>
        <header className={styles.paneHead}>
          <strong>{pair.from === undefined ? t('first', pair) : t('between', pair)}</strong>
          {shown && !shown.adopted && !shown.compacted && (
            <Button
              look="primary"
              disabled={running}
              onClick={() =>
                void call('adopt_version', { capability, number: shown.number, node: reading.id })
              }
            >
              {t('adopt', { number: shown.number })}
            </Button>
          )}
        </header>
        <Fault report={fault} />
        <Compared node={reading.id} capability={capability} pair={pair} />
      </section>
    </div>
  )
}
