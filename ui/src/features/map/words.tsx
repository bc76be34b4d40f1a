/** What the map says: the words on cards, and the menu of what was right-clicked. */

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { COLORS, type ReadyAction, useActions } from '../../actions'
import { useSelection, useSession } from '../../document'
import type { MenuLine } from '../../kit'
import styles from './StoryMap.module.css'
import type { Wording } from './shapes'

export function useWording(): Wording {
  const { t } = useTranslation('map')
  const { bridge } = useSession()
  return useMemo(
    () => ({
      words: (count) => t('words', { count }),
      start: t('start'),
      assetUrl: (hash) => bridge.assetUrl(hash),
    }),
    [t, bridge],
  )
}

const ON_NODES = [
  'rename',
  'newLinked',
  'link',
  'group',
  'ungroup',
  'setStart',
  '-',
  'color',
  '-',
  'fitSelection',
  'tidy',
  '-',
  'remove',
]
const ON_LINK = ['rename', 'remove']
const ON_GROUND = ['newNode', '-', 'selectAll', 'fitAll', 'tidy', '-', 'undo', 'redo']

/** What can be done with what is selected; with the map itself, where nothing is. */
export function useMenuLines(): MenuLine[] {
  const { t } = useTranslation('map')
  const count = useSelection((it) => it.nodes.size)
  const edge = useSelection((it) => it.edge)
  const colorIds = COLORS.map((it) => (it ? `color${it}` : 'colorNone'))
  const colors = useActions(colorIds)
  const ready = new Map(useActions().map((it) => [it.id, it]))
  const ids = count > 0 ? ON_NODES : edge === undefined ? ON_GROUND : ON_LINK
  return ids.flatMap((id): MenuLine[] => {
    if (id === '-') return ['separator']
    if (id === 'color')
      return [
        {
          id,
          label: t('color'),
          icon: <Swatch />,
          perform: () => {},
          lines: colors.map(colorLine),
        },
      ]
    const action = ready.get(id)
    return action?.enabled ? [lineOf(action)] : []
  })
}

function lineOf(action: ReadyAction): MenuLine {
  const { id, label, icon: Icon, keys, danger, perform } = action
  return {
    id,
    label,
    icon: <Icon size={15} aria-hidden />,
    danger,
    perform,
    ...(keys === undefined ? {} : { keys }),
  }
}

function colorLine({ id, label, perform }: ReadyAction): MenuLine {
  // “Color: red” is for the palette, where it stands alone.
  const short = label.replace(/^.*[:：]\s*/, '')
  return { id, label: short, icon: <Swatch color={id.slice(5)} />, perform }
}

function Swatch({ color }: { color?: string }) {
  const known = color !== undefined && /^\d$/.test(color)
  return (
    <span
      className={styles.swatch}
      style={known ? { background: `var(--color-${color})` } : undefined}
    />
  )
}
