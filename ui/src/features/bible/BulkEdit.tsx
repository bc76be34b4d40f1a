/** Edits all selected rows at once: an attribute, the kind, the color, or removing them. */

import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useKindName } from '../../actions'
import type { ToolCaller } from '../../cards'
import { useSession } from '../../document'
import { AutoGrowTextArea, Button, TextInput } from '../../kit'
import { isPanelShown, PAGE, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './Bible.module.css'

interface BulkEditProps {
  /** The ids of the chosen rows. */
  chosen: readonly string[]
  keys: readonly string[]
  busy: boolean
  call: ToolCaller['call']
}

const COLORS = ['', '1', '2', '3', '4', '5', '6']

export function BulkEdit({ chosen, keys, busy, call }: BulkEditProps) {
  const { t } = useTranslation()
  const { t: named } = useTranslation()
  const { mirror } = useSession()
  const kindName = useKindName()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const known = useId()
  // The panel beside the table offers to delete what is selected; one such button is enough.
  const isOfferedBeside = useWorkspace((it) => isPanelShown(it, PAGE))
  const name = key.trim()
  const count = chosen.length
  const set = (event: FormEvent) => {
    event.preventDefault()
    if (name) void call('set_attribute', { nodes: chosen, key: name, value })
  }
  const kinds = Object.keys(mirror.kinds).filter((it) => it !== 'group')
  return (
    <form className={styles.bulk} aria-label={t('bible-bulk', { count })} onSubmit={set}>
      <strong>{t('bible-bulk', { count })}</strong>
      <datalist id={known}>
        {keys.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <TextInput
        list={known}
        className={styles.bulkKey ?? ''}
        value={key}
        aria-label={t('bible-key')}
        placeholder={t('bible-key')}
        onChange={(event) => setKey(event.target.value)}
      />
      <AutoGrowTextArea
        fieldClassName={styles.bulkValue ?? ''}
        value={value}
        aria-label={t('bible-value')}
        placeholder={t('bible-value')}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={!name || busy}>
        {t('bible-set')}
      </Button>
      <Button
        disabled={!name || busy}
        onClick={() => void call('set_attribute', { nodes: chosen, key: name })}
      >
        {t('bible-take-away')}
      </Button>
      <span className={styles.bulkGap} />
      <select
        className={styles.kinds}
        aria-label={t('bible-bulk-kind')}
        value=""
        disabled={busy}
        onChange={(event) =>
          void call('set_node_kinds', { nodes: chosen, kind: event.target.value })
        }
      >
        <option value="" disabled>
          {t('bible-columns-kind')}
        </option>
        {kinds.map((it) => (
          <option key={it} value={it}>
            {kindName(it)}
          </option>
        ))}
      </select>
      <select
        className={styles.kinds}
        aria-label={t('bible-bulk-color')}
        value="-"
        disabled={busy}
        onChange={(event) => void call('color_nodes', { nodes: chosen, color: event.target.value })}
      >
        <option value="-" disabled>
          {named('inspector-color')}
        </option>
        {COLORS.map((it) => (
          <option key={it} value={it}>
            {named.or(`inspector-colors-${it || 'none'}`, it || 'none')}
          </option>
        ))}
      </select>
      {!isOfferedBeside && (
        <Button
          variant="danger"
          icon={<Trash2 size={14} aria-hidden />}
          disabled={busy}
          onClick={() => void call('remove_nodes', { nodes: chosen })}
        >
          {named('inspector-remove')}
        </Button>
      )}
    </form>
  )
}
