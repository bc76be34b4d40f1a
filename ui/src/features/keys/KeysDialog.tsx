/** All shortcuts, from the actions and from the map; those of actions can be changed. */

import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { keysOf, MAP_KEYS, type ReadyAction, useActions } from '../../actions'
import { Button, Dialog, formatKeys, IconButton, Kbd } from '../../kit'
import { useKeyChoices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './keys.module.css'

export function KeysDialog() {
  const open = useWorkspace((it) => it.dialog === 'keys')
  return open ? <Shown /> : null
}

function Shown() {
  const { t } = useTranslation()
  const actions = useActions()
  const { own, letters, setLetters, reset } = useKeyChoices()
  const [asked, setAsked] = useState<string>()
  const isKeyed = (it: ReadyAction) => it.keys !== undefined || own[it.id] !== undefined
  const keyed = actions.filter(isKeyed)
  const others = actions.filter((it) => !isKeyed(it))
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
  const line = (action: ReadyAction) => (
    <ActionKeys
      key={action.id}
      action={action}
      actions={actions}
      asking={asked === action.id}
      onAsk={(on) => setAsked(on ? action.id : undefined)}
    />
  )
  return (
    <Dialog
      open
      wide
      onClose={() => useWorkspace.getState().setDialog(undefined)}
      title={t('actions-keysHelp')}
      closeLabel={t('app-close')}
    >
      <div className={styles.head}>
        <label className={styles.letters}>
          <input
            type="checkbox"
            checked={letters}
            onChange={(event) => setLetters(event.target.checked)}
          />
          <span>
            {t('actions-keys-letters')}
            <small>{t('actions-keys-letters-note')}</small>
          </span>
        </label>
        <Button
          variant="plain"
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={letters && Object.keys(own).length === 0}
          onClick={reset}
        >
          {t('actions-keys-reset')}
        </Button>
      </div>
      <div className={styles.columns}>
        <section>
          <h3 className={styles.heading}>{t('actions-map-keys-title')}</h3>
          <dl className={styles.list}>{onMap.map(fixed)}</dl>
        </section>
        <section>
          <h3 className={styles.heading}>{t('actions-map-keys-everywhere')}</h3>
          <dl className={styles.list}>
            {keyed.map(line)}
            {ofWindow.map(fixed)}
          </dl>
        </section>
        <section>
          <h3 className={styles.heading}>{t('actions-keys-none')}</h3>
          <dl className={styles.list}>{others.map(line)}</dl>
        </section>
      </div>
    </Dialog>
  )
}

/** Kbd that are not an action's: from panel to panel, and from a name in a text to its node. */
const WINDOW_KEYS = [
  { id: 'nextPanel', keys: 'F6' },
  { id: 'previousPanel', keys: 'Shift+F6' },
  { id: 'goToName', keys: 'F12' },
] as const

/** Keys that stay as they are. */
function fixed({ id, label, keys }: { id: string; label: string; keys: string }) {
  return (
    <div key={id} className={styles.line}>
      <dt>{label}</dt>
      <dd>
        <Kbd keys={keys} />
      </dd>
    </div>
  )
}

interface ActionKeysProps {
  action: ReadyAction
  actions: readonly ReadyAction[]
  /** Whether the next keys pressed are to be its. */
  asking: boolean
  onAsk: (on: boolean) => void
}

function ActionKeys({ action, actions, asking, onAsk }: ActionKeysProps) {
  const { t } = useTranslation()
  const { own, setKeys } = useKeyChoices()
  const [taken, setTaken] = useState<string>()
  const { id, label, keys } = action
  const isOwn = own[id] !== undefined
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      onAsk(false)
      return
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (plain && event.key === 'Backspace') {
      setKeys(id, '')
      onAsk(false)
      return
    }
    const pressed = keysOf(event)
    if (pressed === undefined) return
    const other = [...actions, ...FIXED(t)].find((it) => it.keys === pressed && it.id !== id)
    setTaken(other?.label)
    if (other) return
    setKeys(id, pressed)
    onAsk(false)
  }
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        {isOwn && !asking && (
          <IconButton
            label={t('actions-keys-usual', { name: label })}
            icon={<RotateCcw size={12} aria-hidden />}
            onClick={() => setKeys(id, undefined)}
          />
        )}
        <button
          type="button"
          className={styles.keys}
          // What is seen on it is a part of its name.
          aria-label={[t('actions-keys-change', { name: label }), keys && formatKeys(keys)]
            .filter(Boolean)
            .join(': ')}
          onClick={() => {
            setTaken(undefined)
            onAsk(true)
          }}
          onKeyDown={(event) => asking && take(event.nativeEvent)}
          onBlur={() => asking && onAsk(false)}
        >
          {asking ? (
            <em role="status">
              {taken ? t('actions-keys-taken', { name: taken }) : t('actions-keys-press')}
            </em>
          ) : keys ? (
            <Kbd keys={keys} />
          ) : (
            '–'
          )}
        </button>
      </dd>
    </div>
  )
}

/** Keys that no action can have. */
const FIXED = (t: ReturnType<typeof useTranslation>['t']) =>
  [...MAP_KEYS, ...WINDOW_KEYS].map(({ id, keys }) => ({
    id,
    keys,
    label: t.or(`actions-map-keys-${id}`, t.or(`actions-window-keys-${id}`, id)),
  }))
