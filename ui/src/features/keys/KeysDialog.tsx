/** Every key there is, read from the actions and from what the map takes itself. */

import { useTranslation } from 'react-i18next'
import { MAP_KEYS, useActions } from '../../actions'
import { Dialog, Kbd } from '../../kit'
import { useWorkspace } from '../../state'
import styles from './keys.module.css'

export function KeysDialog() {
  const open = useWorkspace((it) => it.dialog === 'keys')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation('actions')
  const { t: frame } = useTranslation('app')
  const keyed = useActions().flatMap(({ id, label, keys }) => (keys ? [{ id, label, keys }] : []))
  const onMap = MAP_KEYS.map(({ id, keys }) => ({ id, keys, label: t(`mapKeys.${id}`) }))
  const ofWindow = WINDOW_KEYS.map(({ id, keys }) => ({ id, keys, label: t(`windowKeys.${id}`) }))
  return (
    <Dialog
      open
      wide
      onClose={() => useWorkspace.getState().setDialog(undefined)}
      title={t('keysHelp')}
      closeLabel={frame('close')}
    >
      <div className={styles.columns}>
        <ShortcutList title={t('mapKeys.title')} entries={onMap} />
        <ShortcutList title={t('mapKeys.everywhere')} entries={[...keyed, ...ofWindow]} />
      </div>
    </Dialog>
  )
}

/** Kbd that are no action's: from panel to panel, and from a name in a text to its node. */
const WINDOW_KEYS = [
  { id: 'nextPanel', keys: 'F6' },
  { id: 'previousPanel', keys: 'Shift+F6' },
  { id: 'goToName', keys: 'F12' },
] as const

interface Entry {
  id: string
  label: string
  keys: string
}

function ShortcutList({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.list}>
        {entries.map((it) => (
          <div key={it.id} className={styles.line}>
            <dt>{it.label}</dt>
            <dd>
              <Kbd keys={it.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
