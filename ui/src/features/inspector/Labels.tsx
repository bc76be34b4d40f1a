/** The status and the tags of one card or several, directly under the title. */

import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import {
  paletteColor,
  STATUSES,
  statusColor,
  tagColor,
  useNodeTags,
  useSession,
} from '../../document'
import { Button, isImeKey, Menu, type MenuItem } from '../../kit'
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
          className={styles.tagInput}
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
  const [typed, setTyped] = useState('')
  const list = useId()
  const shared = nodes
    .map((it) => known.get(it) ?? none)
    .reduce((before, tags) => before.filter((it) => tags.includes(it)))
  const some = [...new Set(nodes.flatMap((it) => known.get(it) ?? none))]
  const all = [...new Set([...known.values()].flat())].sort((a, b) => a.localeCompare(b))
  const add = () => {
    if (typed.trim()) void addTags(session, nodes, typed).catch(reportError)
    setTyped('')
  }
  const remove = (tag: string) => void removeTag(session, nodes, tag).catch(reportError)
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isImeKey(event.nativeEvent)) return
    const last = some.at(-1)
    if (event.key === 'Enter' || event.key === ',' || event.key === '，') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }
  return (
    <span className={styles.tags} data-part="tags">
      {some.length > 0 && (
        <ul className={styles.tagList} aria-label={t('inspector-tags')}>
          {some.map((tag) => (
            <li key={tag} className={styles.tag} data-partly={!shared.includes(tag) || undefined}>
              <TagColor tag={tag} />
              {tag}
              <button
                type="button"
                className={styles.tagRemove}
                aria-label={t('inspector-tags-remove', { tag })}
                onClick={() => remove(tag)}
              >
                <X size={11} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        className={styles.tagInput}
        list={list}
        value={typed}
        aria-label={t('inspector-tags-add')}
        placeholder={t('inspector-tags-add')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keyed}
        onBlur={add}
      />
      <datalist id={list}>
        {all
          .filter((it) => !shared.includes(it))
          .map((it) => (
            <option key={it} value={it} />
          ))}
      </datalist>
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
