/**
 * The panels of one side as tabs: one at a time at full height; running ones stay mounted behind
 * it.
 */

import { Check, Ellipsis, PanelLeftDashed, PanelRightDashed, X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useRef } from 'react'
import { Button, Menu, type MenuItem, PanelTitle, Tooltip } from '../kit'
import { isPanelShown, type PanelRow, panelId, panelRows, type Side, useWorkspace } from '../state'
import { useTranslation } from '../text'
import { PanelContent } from './PanelContent'
import styles from './SideTabs.module.css'

export function SideTabs({ side }: { side: Side }) {
  const { t } = useTranslation()
  const ids = useWorkspace((it) => it.sides[side])
  const shown = useWorkspace((it) => it.shown[side])
  const rows = panelRows()
  const own = ids.flatMap((id) => rows.find((it) => it.id === id) ?? [])
  const tabs = own.filter((it) => !it.isRare || it.id === shown)
  const [only] = own
  if (!only) return null
  // A single panel says itself what it is.
  if (own.length === 1) {
    return (
      <div className={styles.side}>
        <Slot row={only} />
      </div>
    )
  }
  const { setPanel } = useWorkspace.getState()
  return (
    <Tabs.Root className={styles.side} value={shown} onValueChange={(id) => setPanel(id, true)}>
      <div className={styles.bar}>
        <Tabs.List className={styles.tabs} aria-label={t(`app-sides-${side}`)}>
          {tabs.map((it) => (
            <Tab key={it.id} row={it} />
          ))}
        </Tabs.List>
        <TabsMenu side={side} rows={own} />
      </div>
      <PanelTitle value={false}>
        {own.map((it) => (
          <Tabs.Content
            key={it.id}
            value={it.id}
            className={styles.content}
            forceMount
            hidden={it.id !== shown}
            tabIndex={-1}
          >
            <Slot row={it} />
          </Tabs.Content>
        ))}
      </PanelTitle>
    </Tabs.Root>
  )
}

function Tab({ row: { id, title, icon: Icon, shortcut } }: { row: PanelRow }) {
  const { t } = useTranslation()
  const name = t.or(title, id)
  return (
    <Tooltip text={name} {...(shortcut === undefined ? {} : { keys: shortcut })}>
      <Tabs.Trigger value={id} className={styles.tab} aria-label={name}>
        <Icon size={15} aria-hidden />
        <span>{name}</span>
      </Tabs.Trigger>
    </Tooltip>
  )
}

/** Panels without a tab of their own, where the shown one stands, and closing. */
function TabsMenu({ side, rows }: { side: Side; rows: readonly PanelRow[] }) {
  const { t } = useTranslation()
  const shown = useWorkspace((it) => it.shown[side])
  const { setPanel, setSide, movePanel } = useWorkspace.getState()
  const rare: MenuItem[] = rows
    .filter((it) => it.isRare)
    .map((it) => ({
      id: it.id,
      label: t.or(it.title, it.id),
      icon: <Check size={14} aria-hidden opacity={it.id === shown ? 1 : 0} />,
      perform: () => setPanel(it.id, true),
    }))
  const other: Side = side === 'left' ? 'right' : 'left'
  const Moved = other === 'left' ? PanelLeftDashed : PanelRightDashed
  const moves: MenuItem[] = rows
    .filter((it) => it.isMovable)
    .map((it) => ({
      id: `move-${it.id}`,
      label: t(`app-move-${other}`, { panel: t.or(it.title, it.id) }),
      icon: <Moved size={14} aria-hidden />,
      perform: () => movePanel(it.id, other),
    }))
  const close: MenuItem = {
    id: 'close',
    label: t('app-close-side'),
    icon: <X size={14} aria-hidden />,
    perform: () => setSide(side, false),
  }
  const lines: MenuItem[] = [
    ...rare,
    ...(rare.length > 0 ? (['separator'] as const) : []),
    ...moves,
    close,
  ]
  return (
    <Menu lines={lines}>
      <Button
        variant="plain"
        className={styles.menu}
        aria-label={t('app-side-menu')}
        title={t('app-side-menu')}
      >
        <Ellipsis size={16} aria-hidden />
      </Button>
    </Menu>
  )
}

/** What is not seen is out of the keyboard's way too; what goes on behind another tab stays there. */
function Slot({ row }: { row: PanelRow }) {
  const open = useWorkspace((it) => isPanelShown(it, row.id))
  const once = useRef(open)
  once.current ||= open
  const isThere = open || row.keeps === 'always' || (row.keeps === 'once shown' && once.current)
  return (
    <div data-panel={row.id} id={panelId(row.id)} className={styles.slot} inert={!open}>
      {isThere && <PanelContent row={row} />}
    </div>
  )
}
