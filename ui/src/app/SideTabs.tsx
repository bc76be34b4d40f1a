/**
 * The panels of one side as tabs: one at a time at full height; running ones stay mounted behind
 * it. Tabs for which there is no room are in the menu behind them.
 */

import { Check, Ellipsis, PanelLeftDashed, PanelRightDashed, X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useRef } from 'react'
import { Button, Menu, type MenuItem, PanelTitle, Tooltip } from '../kit'
import {
  isPanelShown,
  type PanelRow,
  panelId,
  panelRows,
  type Side,
  useWorkspace,
  type Waiting,
} from '../state'
import { useTranslation } from '../text'
import { fittingTabs, useTabWidths } from './foldedTabs'
import { PanelContent } from './PanelContent'
import styles from './SideTabs.module.css'

export function SideTabs({ side }: { side: Side }) {
  const ids = useWorkspace((it) => it.sides[side])
  const shown = useWorkspace((it) => it.shown[side])
  const rows = panelRows()
  const own = ids.flatMap((id) => rows.find((it) => it.id === id) ?? [])
  const tabs = own.filter((it) => !it.isRare || it.id === shown)
  if (own.length === 0) return null
  // A single panel says itself what it is.
  const isBare = tabs.length === 1
  const { setPanel } = useWorkspace.getState()
  return (
    <Tabs.Root className={styles.side} value={shown} onValueChange={(id) => setPanel(id, true)}>
      {!isBare && <TabBar side={side} rows={own} tabs={tabs} />}
      <PanelTitle value={isBare}>
        {own.map((it) => (
          <Tabs.Content
            key={it.id}
            value={it.id}
            className={styles.content}
            forceMount
            hidden={it.id !== shown}
            tabIndex={-1}
            {...(isBare ? { role: undefined, 'aria-labelledby': undefined } : {})}
          >
            <Slot row={it} />
          </Tabs.Content>
        ))}
      </PanelTitle>
    </Tabs.Root>
  )
}

interface TabBarProps {
  side: Side
  rows: readonly PanelRow[]
  /** Those of the rows that are tabs where there is room. */
  tabs: readonly PanelRow[]
}

function TabBar({ side, rows, tabs }: TabBarProps) {
  const { t } = useTranslation()
  const shown = useWorkspace((it) => it.shown[side])
  const list = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const names = tabs.map((it) => t.or(it.title, it.id))
  const { widths, room } = useTabWidths({ list, measure: ruler, key: names.join() })
  const sized = tabs.map(({ id }, at) => ({ id, width: widths[at] ?? 0 }))
  const fitting = fittingTabs(sized, room, shown)
  return (
    <div className={styles.bar}>
      <Tabs.List ref={list} className={styles.tabs} aria-label={t(`app-sides-${side}`)}>
        {tabs
          .filter((it) => fitting.includes(it.id))
          .map((it) => (
            <Tab key={it.id} row={it} />
          ))}
      </Tabs.List>
      <div ref={ruler} className={styles.ruler} aria-hidden>
        {tabs.map((it, at) => (
          <span key={it.id} className={styles.tab} data-name={names[at]}>
            <WaitingCount row={it} />
          </span>
        ))}
      </div>
      <TabsMenu side={side} rows={rows} isInMenu={(it) => it.isRare || !fitting.includes(it.id)} />
    </div>
  )
}

function Tab({ row }: { row: PanelRow }) {
  const { t } = useTranslation()
  const { id, title, shortcut } = row
  const waiting = useWaiting(row)
  const name = t.or(title, id)
  const label = waiting ? t('app-tab-waiting', { name, what: waiting.label }) : name
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { keys: shortcut })}>
      <Tabs.Trigger value={id} className={styles.tab} aria-label={label}>
        {name}
        <WaitingCount row={row} />
      </Tabs.Trigger>
    </Tooltip>
  )
}

const useNothing = () => undefined

function useWaiting(row: PanelRow): Waiting | undefined {
  const useRow = row.useWaiting ?? useNothing
  const waiting = useRow()
  return waiting && waiting.count > 0 ? waiting : undefined
}

/** The number is drawn by the styles: the tab's name says what it counts. */
function WaitingCount({ row }: { row: PanelRow }) {
  const waiting = useWaiting(row)
  return waiting && <span className={styles.waiting} data-count={waiting.count} aria-hidden />
}

interface TabsMenuProps {
  side: Side
  rows: readonly PanelRow[]
  isInMenu: (row: PanelRow) => boolean | undefined
}

/** Panels without a tab, where the shown one stands, and closing. */
function TabsMenu({ side, rows, isInMenu }: TabsMenuProps) {
  const { t } = useTranslation()
  const shown = useWorkspace((it) => it.shown[side])
  const { setPanel, setSide, movePanel } = useWorkspace.getState()
  const panels: MenuItem[] = rows.filter(isInMenu).map((it) => ({
    id: it.id,
    label: t.or(it.title, it.id),
    icon: <Check size={14} aria-hidden opacity={it.id === shown ? 1 : 0} />,
    perform: () => setPanel(it.id, true),
    ...(it.shortcut === undefined ? {} : { keys: it.shortcut }),
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
    ...panels,
    ...(panels.length > 0 ? (['separator'] as const) : []),
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
