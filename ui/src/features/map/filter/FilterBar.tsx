/** The filter of the map: by words, kind, tag, status, character, and steps around the selection. */

import { ListFilter, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useKindName } from '../../../actions'
import {
  paletteColor,
  STATUSES,
  tagColor,
  useIsEmpty,
  useNodeTags,
  useRevision,
  useSelection,
  useSession,
} from '../../../document'
import { IconButton } from '../../../kit'
import { statusName } from '../../../services'
import { reportError } from '../../../state'
import { useTranslation } from '../../../text'
import styles from './FilterBar.module.css'
import { HeatToggle } from './HeatToggle'
import { filteredNodes, type MapFilter, useMapFilter } from './mapFilter'

export function FilterBar() {
  const { t } = useTranslation()
  const isEmpty = useIsEmpty()
  const open = useMapFilter((it) => it.open)
  const setOpen = useMapFilter((it) => it.setOpen)
  if (isEmpty) return null
  if (!open) {
    return (
      <div className={styles.closed} data-map-bar>
        <IconButton
          label={t('map-filter-open')}
          icon={<ListFilter size={15} />}
          onClick={() => setOpen(true)}
        />
        <HeatToggle />
      </div>
    )
  }
  return <Filter onClose={() => setOpen(false)} />
}

function Filter({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const kindName = useKindName()
  const filter = useMapFilter()
  const { tags, status } = useNodeTags()
  const selected = useSelection((it) => it.nodes)
  useRevision()
  useMentioning()
  const nodes = [...mirror.nodes.values()]
  const passing = filteredNodes(mirror, selected)
  const field = (name: keyof MapFilter, choices: readonly [value: string, label: string][]) =>
    choices.length > 0 && (
      <select
        className={styles.select}
        data-set={filter[name] ? true : undefined}
        style={
          name === 'tag' && filter.tag
            ? { boxShadow: `inset 4px 0 ${paletteColor(tagColor(filter.tag))}` }
            : {}
        }
        aria-label={t(`map-filter-${name}`)}
        value={String(filter[name] || '')}
        onChange={(event) => {
          const { value } = event.target
          filter.set({ [name]: name === 'steps' ? Number(value) : value })
        }}
      >
        <option value="">{t(`map-filter-${name}`)}</option>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  const same = (values: Iterable<string>) =>
    [...new Set(values)]
      .sort((a, b) => a.localeCompare(b))
      .map((it) => [it, it] as [string, string])
  const names = [...status.values()].map((it) => statusName(t, it))
  const steps = STATUSES.map((it) => t(`inspector-status-${it}`))
  // The steps of the work are in their order, the writer's own behind them.
  const statuses = same(names).sort(([a], [b]) => rankIn(steps, a) - rankIn(steps, b))
  const kinds = [...new Set(nodes.map((it) => it.kind))].filter((it) => it !== 'group')
  const characters = nodes.filter((it) => it.kind === 'character')
  return (
    <section className={styles.bar} aria-label={t('map-filter-label')} data-map-bar>
      <div className={styles.fields}>
        <input
          type="search"
          className={styles.words}
          // biome-ignore lint/a11y/noAutofocus: the filter was opened by the press of a button
          autoFocus
          aria-label={t('map-filter-words')}
          placeholder={t('map-filter-words')}
          value={filter.words}
          onChange={(event) => filter.set({ words: event.target.value })}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        {field(
          'kind',
          kinds.map((it) => [it, kindName(it)]),
        )}
        {field('tag', same([...tags.values()].flat()))}
        {field('status', statuses)}
        {field(
          'character',
          characters.map((it) => [it.id, it.title]),
        )}
        {field('steps', [
          ['1', t('map-filter-steps-one')],
          ['2', t('map-filter-steps-two')],
        ])}
        <HeatToggle />
        <output className={styles.count}>
          {passing && t('map-filter-count', { count: passing.size, of: nodes.length })}
        </output>
      </div>
      <IconButton label={t('map-filter-close')} icon={<X size={14} />} onClick={onClose} />
    </section>
  )
}

const rankIn = (order: readonly string[], it: string) =>
  order.includes(it) ? order.indexOf(it) : order.length

/** Reads which nodes mention the chosen character. */
function useMentioning(): void {
  const session = useSession()
  const revision = useRevision()
  const character = useMapFilter((it) => it.character)
  const read = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the story changed
  useEffect(() => {
    if (!character) return
    read.current += 1
    const now = read.current
    session
      .data('read_node', {}, character)
      .then(({ mentioned_by }) => {
        if (now !== read.current) return
        useMapFilter.getState().set({ mentioning: new Set(mentioned_by.map((it) => it.id)) })
      })
      .catch(reportError)
  }, [session, character, revision])
}
