/**
 * The native menus: which actions stand where. The words are those of the actions, in the language
 * of the window; what cannot be done now does nothing.
 *
 * They show no keys of ours. The library of the menus shows a key only where it also takes it, and a
 * system hands a menu its keys before the page: the page would never see Ctrl+Z in a text with its own
 * steps, Delete would be taken from every field, and plain letters from whoever writes. The keys stand
 * in the page's own menus, the palette and the help (F1).
 */

import { panelRows } from '../state'
import { t } from '../text'

const SEPARATOR = null

type Entries = readonly (string | typeof SEPARATOR)[]

interface NativeMenu {
  /** The key of its title in `app:menus`. */
  id: 'story' | 'edit' | 'view'
  entries: Entries
}

/** What can be done before any story is open; the welcome screen hears it. */
export const WELCOME_MENU: Entries = ['newStory', 'openStory', 'importFile', SEPARATOR, 'settings']

/** The menus while a story is open. */
export const storyMenus = (): readonly NativeMenu[] => [
  {
    id: 'story',
    entries: [
      ...['newStory', 'openStory', 'newWindow', SEPARATOR],
      ...[
        'styleGuide',
        'storyLanguages',
        SEPARATOR,
        'importFile',
        'exportStory',
        'saveCopy',
        'saveCopyWithoutHistory',
        'backups',
        SEPARATOR,
      ],
      ...['settings', 'closeStory'],
    ],
  },
  {
    id: 'edit',
    entries: [
      ...['undo', 'redo', SEPARATOR],
      ...['newNode', 'newAfter', 'newLinked', 'duplicate', 'rename', 'remove', SEPARATOR],
      ...['selectAll', 'search'],
    ],
  },
  {
    id: 'view',
    entries: [
      ...['viewMap', 'viewText', 'viewBible', 'focus', SEPARATOR],
      ...['fitAll', 'zoomIn', 'zoomOut', 'tidy', SEPARATOR],
      ...panelRows().map((it) => it.id),
    ],
  },
]

/** The menus as the desktop puts them up. */
export function nativeMenus(isOpen: boolean) {
  const shown: readonly NativeMenu[] = isOpen
    ? storyMenus()
    : [{ id: 'story', entries: WELCOME_MENU }]
  return {
    quit: t('app-menus-quit'),
    menus: shown.map(({ id, entries }) => ({
      title: t.or(`app-menus-${id}`, id),
      edits: id === 'edit',
      entries: entries.map((it) =>
        it === SEPARATOR ? null : { action: it, title: t.or(`actions-${it}`, it) },
      ),
    })),
  }
}
