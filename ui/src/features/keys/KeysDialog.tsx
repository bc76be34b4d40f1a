/** Every key there is, read from the actions and from what the map takes itself. */

import { MAP_KEYS, useActions } from '../../actions'
import { Dialog, Kbd } from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './keys.module.css'

export function KeysDialog() {
  const open = useWorkspace((it) => it.dialog === 'keys')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation()
  const keyed = useActions().flatMap(({ id, label, keys }) => (keys ? [{ id, label, keys }] : []))
  const onMap = MAP_KEYS.map(({ id, keys }) => ({
    id,
    keys,
    label: t.or(`actions-map-keys-${id}`, id),
  }))
  const ofWindow = WINDOW_KEYS.map(({ id, keys }) => ({
    id,
    keys,
    label: t.or(`actions-window-keys-${id}`, id),
  }))
  return (
    <Dialog
      open
      wide
      onClose={() => useWorkspace.getState().setDialog(undefined)}
      title={t('actions-keysHelp')}
      closeLabel={t('app-close')}
    >
      <div className={styles.columns}>
        <ShortcutList title={t('actions-map-keys-title')} entries={onMap} />
        <ShortcutList title={t('actions-map-keys-everywhere')} entries={[...keyed, ...ofWindow]} />
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
