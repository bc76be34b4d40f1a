/** The status and the tags of one card or several, directly under the title. */

import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  paletteColor,
  STATUSES,
  statusColor,
  tagColor,
  useNodeTags,
  useSession,
} from '../../document'
import { Button, ChipInput, isImeKey, Menu, type MenuItem } from '../../kit'
import { addTags, removeTag, setStatus, statusName } from '../../services'
import { reportError } from '../../state'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

interface LabelsProps {
  nodes: readonly string[]
  /** Whether a status and tags are asked for; those that are there are shown anyway. */
  asked: { status: boolean; tags: boolean }
}

const none: readonly string[] = []

export function Labels({ nodes, asked }: LabelsProps) {
  const known = useNodeTags()
  const has = {
    status: nodes.some((it) => known.status.has(it)),
    tags: nodes.some((it) => known.tags.has(it)),
  }
  const shown = { status: asked.status || has.status, tags: asked.tags || has.tags }
  if (!shown.status && !shown.tags) return null
  return (
    <div className={styles.labels}>
      {shown.status && <StatusMenu nodes={nodes} />}
      {shown.tags && <Tags nodes={nodes} />}
    </div>
  )
}

function StatusMenu({ nodes }: { nodes: readonly string[] }) {
  const { t } = useTranslation()
  const session = useSession()
  const known = useNodeTags((it) => it.status)
  const [own, setOwn] = useState<string>()
  const given = new Set(nodes.map((it) => known.get(it) ?? ''))
  const [first = ''] = given
  const status = given.size === 1 ? first : ''
  const set = (value: string) => void setStatus(session, nodes, value).catch(reportError)
  const words = STATUSES.map((it) => t(`inspector-status-${it}`))
  const others = [...new Set([...known.values()].map((it) => statusName(t, it)))]
    .filter((it) => !words.includes(it))
    .sort((a, b) => a.localeCompare(b))
  const line = (value: string): MenuItem => ({
    id: value,
    label: value,
    icon: (
      <span
        className={styles.tagDot}
        style={{ background: paletteColor(statusColor(value)) }}
        aria-hidden
      />
    ),
    perform: () => set(value),
  })
  const lines: MenuItem[] = [
    ...[...words, ...others].map(line),
    'separator',
    { id: '', label: t('inspector-status-none'), perform: () => set('') },
    { id: '+', label: t('inspector-status-own'), perform: () => setOwn('') },
  ]
  if (own !== undefined) {
    const finish = () => {
      if (own.trim()) set(own)
      setOwn(undefined)
    }
    return (
      <span data-part="status">
        <input
          // biome-ignore lint/a11y/noAutofocus: it was chosen from the menu a moment ago
          autoFocus
          className={styles.ownStatus}
          aria-label={t('inspector-status-name')}
          placeholder={t('inspector-status-name')}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (isImeKey(event.nativeEvent)) return
            if (event.key === 'Enter') finish()
            if (event.key === 'Escape') setOwn(undefined)
          }}
        />
      </span>
    )
  }
  const several = given.size > 1
  const name = status
    ? statusName(t, status)
    : t(`inspector-status-${several ? 'various' : 'none'}`)
  return (
    <span data-part="status">
      <Menu lines={lines}>
        <Button
          variant="plain"
          className={styles.status ?? ''}
          aria-label={t('inspector-status-is', { name })}
        >
          {status ? (
            <span
              className={styles.tagDot}
              style={{ background: paletteColor(statusColor(status)) }}
              aria-hidden
            />
          ) : (
            <Check size={13} aria-hidden />
          )}
          {name}
          <ChevronDown size={13} aria-hidden />
        </Button>
      </Menu>
    </span>
  )
}

function Tags({ nodes }: { nodes: readonly string[] }) {
  const { t } = useTranslation()
  const session = useSession()
  const known = useNodeTags((it) => it.tags)
  const shared = nodes
    .map((it) => known.get(it) ?? none)
    .reduce((before, tags) => before.filter((it) => tags.includes(it)))
  const some = [...new Set(nodes.flatMap((it) => known.get(it) ?? none))]
  const all = [...new Set([...known.values()].flat())].sort((a, b) => a.localeCompare(b))
  return (
    <span data-part="tags">
      <ChipInput
        label={t('inspector-tags')}
        addLabel={t('inspector-tags-add')}
        removeLabel={(tag) => t('inspector-tags-remove', { tag })}
        chips={some}
        suggestions={all.filter((it) => !shared.includes(it))}
        before={(tag) => <TagColor tag={tag} />}
        isPartly={(tag) => !shared.includes(tag)}
        onAdd={(typed) => void addTags(session, nodes, typed).catch(reportError)}
        onRemove={(tag) => void removeTag(session, nodes, tag).catch(reportError)}
      />
    </span>
  )
}

const PALETTE = ['1', '2', '3', '4', '5', '6']

/** The dot of a tag, which opens the choice of its color. */
function TagColor({ tag }: { tag: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const own = useNodeTags((it) => it.colors[tag])
  const choose = (color: string) =>
    void session.data('set_tag_color', { tag, ...(color ? { color } : {}) }).catch(reportError)
  const lines: MenuItem[] = PALETTE.map((color) => ({
    id: color,
    label: t.or(`inspector-colors-${color}`, color),
    icon: (
      <span className={styles.tagDot} style={{ background: paletteColor(color) }} aria-hidden />
    ),
    perform: () => choose(color),
  }))
  if (own !== undefined) {
    lines.push('separator', {
      id: 'usual',
      label: t('inspector-tags-color-usual'),
      perform: () => choose(''),
    })
  }
  return (
    <Menu lines={lines}>
      <button
        type="button"
        className={styles.tagColor}
        aria-label={t('inspector-tags-color', { tag })}
        title={t('inspector-tags-color', { tag })}
      >
        <span
          className={styles.tagDot}
          style={{ background: paletteColor(tagColor(tag)) }}
          aria-hidden
        />
      </button>
    </Menu>
  )
}
