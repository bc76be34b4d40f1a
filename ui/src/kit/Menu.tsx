/** Menus from one list of items, opened by a button or a right click. */

import { ChevronRight } from 'lucide-react'
import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './Floating.module.css'
import { Kbd } from './Kbd'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  disabled?: boolean
  perform: () => void
  /** Items of a submenu; the item itself then has no action. */
  lines?: MenuItem[]
}

/** A separator between groups of items. */
export type MenuItem = MenuEntry | 'separator'

type Primitive = typeof DropdownMenu | typeof ContextMenu

function MenuItems({ lines, menu: Item }: { lines: MenuItem[]; menu: Primitive }) {
  return lines.map((line, index) =>
    line === 'separator' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity but their place
      <Item.Separator key={`line-${index}`} className={styles.separator} />
    ) : line.lines ? (
      <Item.Sub key={line.id}>
        <Item.SubTrigger className={styles.item} disabled={line.disabled ?? false}>
          {line.icon}
          {line.label}
          <ChevronRight className={styles.more} size={14} aria-hidden />
        </Item.SubTrigger>
        <Item.Portal>
          <Item.SubContent className={styles.menu} sideOffset={4} collisionPadding={8}>
            <MenuItems lines={line.lines} menu={Item} />
          </Item.SubContent>
        </Item.Portal>
      </Item.Sub>
    ) : (
      <Item.Item
        key={line.id}
        className={`${styles.item} ${line.danger ? styles.danger : ''}`}
        disabled={line.disabled ?? false}
        onSelect={line.perform}
      >
        {line.icon}
        {line.label}
        {line.keys && <Kbd keys={line.keys} />}
      </Item.Item>
    ),
  )
}

/** A menu opened by its child, which must be a button. */
export function Menu({ lines, children }: { lines: MenuItem[]; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} sideOffset={5} collisionPadding={8}>
          <MenuItems lines={lines} menu={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/**
 * A context menu on its child. `menu` renders its `ContextMenuItems`, only while it is open: it may
 * read much, and may depend on the position of the click.
 */
export function ContextMenuArea({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={styles.menu} collisionPadding={8}>
          {menu}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

export function ContextMenuItems({ lines }: { lines: MenuItem[] }) {
  return <MenuItems lines={lines} menu={ContextMenu} />
}
