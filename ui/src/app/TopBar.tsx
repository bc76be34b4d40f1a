/** The top bar: the title of the story, undo and redo, and access to everything else. */

import {
  Check,
  ChevronDown,
  CloudOff,
  Ellipsis,
  Menu as MenuIcon,
  Search,
  Settings2,
} from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { languageAction, type ReadyAction, useActions, useNewNodeActions } from '../actions'
import { useEditableField, useToolCall } from '../cards'
import { useRevision, useSession } from '../document'
import { ProblemsBadge } from '../features/problems'
import { Button, IconButton, Kbd, Menu, type MenuItem, Tooltip } from '../kit'
import { isPanelShown, isSideOpen, panelRows, usePreferences, useWorkspace } from '../state'
import { LANGUAGES, useTranslation } from '../text'
import { useErrorText } from '../text/errorText'
import styles from './TopBar.module.css'
import { ViewSwitcher } from './Views'

/** Panels with a button of their own. */
const toolbarIds = () => panelRows().flatMap(({ id, inToolbar }) => (inToolbar ? [id] : []))

export function TopBar() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const layout = useWorkspace()
  useRevision()
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <div className={styles.left}>
          <StoryMenu />
          <StoryTitle title={mirror.story.title} />
          <ViewSwitcher />
          <SaveIndicator />
        </div>
        <SearchField />
        <div className={styles.right} role="toolbar" aria-label={t('app-toolbar')}>
          {useActions(['undo', 'redo', 'newNode']).map((it) => (
            <ActionButton key={it.id} action={it} />
          ))}
          <NewMenu />
          <span className={styles.gap} />
          <ProblemsBadge />
          <div className={styles.roomy}>
            {useActions(toolbarIds()).map((it) => (
              <ActionButton key={it.id} action={it} pressed={isPanelShown(layout, it.id)} />
            ))}
            {useActions(['rightSide']).map((it) => (
              <ActionButton key={it.id} action={it} pressed={isSideOpen(layout, 'right')} />
            ))}
            <span className={styles.gap} />
          </div>
          <div className={styles.narrow}>
            <MoreMenu />
          </div>
          <PreferencesMenu />
        </div>
      </div>
    </header>
  )
}

function ActionButton({ action, pressed }: { action: ReadyAction; pressed?: boolean }) {
  const { label, icon: Icon, keys, enabled, perform } = action
  return (
    <IconButton
      label={label}
      icon={<Icon size={16} aria-hidden />}
      disabled={!enabled}
      onClick={perform}
      {...(keys === undefined ? {} : { keys })}
      {...(pressed === undefined ? {} : { pressed })}
    />
  )
}

/** Whether what was written is safe; said quietly, and aloud only when it is not. */
function SaveIndicator() {
  const { t } = useTranslation()
  const reached = useConnected()
  if (!reached) {
    return (
      <span className={styles.lost} role="alert">
        <CloudOff size={14} aria-hidden />
        {t('app-lost')}
      </span>
    )
  }
  return (
    <Tooltip text={t('app-saved')}>
      <span className={styles.kept}>
        <Check size={14} role="img" aria-label={t('app-saved')} />
      </span>
    </Tooltip>
  )
}

let lastConnected = true

function useConnected(): boolean {
  const { bridge } = useSession()
  return useSyncExternalStore(
    (changed) =>
      bridge.watch?.((reached) => {
        lastConnected = reached
        changed()
      }) ?? (() => undefined),
    () => lastConnected,
  )
}

function SearchField() {
  const [search] = useActions(['search'])
  if (!search) return null
  return (
    <button type="button" className={styles.search} title={search.label} onClick={search.perform}>
      <Search size={14} aria-hidden />
      <span>{search.label}</span>
      {search.keys && <Kbd keys={search.keys} />}
    </button>
  )
}

/** What the story is called; a press makes it a field. */
function StoryTitle({ title }: { title: string }) {
  const { t } = useTranslation()
  const wordsOf = useErrorText()
  const { call, fault } = useToolCall()
  const [writing, setWriting] = useState(false)
  const hand = useEditableField(title, async (typed) => {
    if (typed.trim() === '') return true
    return (await call('rename_story', { title: typed.trim() })) !== undefined
  })
  if (!writing) {
    return (
      <h1 className={styles.title}>
        <button
          type="button"
          className={styles.titleButton}
          title={t('app-rename-story')}
          onClick={() => setWriting(true)}
        >
          {title || t('app-untitled')}
        </button>
      </h1>
    )
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the press of the title has asked for the field
      autoFocus
      className={styles.titleField}
      aria-label={t('app-story-title')}
      title={fault && wordsOf(fault).words}
      aria-invalid={fault !== undefined}
      value={hand.value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => hand.type(event.target.value)}
      onBlur={() => {
        hand.finish()
        setWriting(false)
      }}
      onKeyDown={(event) => {
        hand.onKeyDown(event)
        if (event.key === 'Enter' || event.key === 'Escape') setWriting(false)
      }}
    />
  )
}

/** A new node of any kind, those that the story defines for itself among them. */
function NewMenu() {
  const { t } = useTranslation()
  const { t: acts } = useTranslation()
  const [define] = useActions(['newKind'])
  const lines: MenuItem[] = useNewNodeActions().map(({ id, label, icon: Icon, perform }) => ({
    id,
    label: label.replace(/^.*[:：]\s*/, ''),
    icon: <Icon size={14} aria-hidden />,
    perform,
  }))
  if (define) {
    const { icon: Icon, perform } = define
    lines.push('separator', {
      id: 'newKind',
      label: acts('actions-newKind'),
      icon: <Icon size={14} aria-hidden />,
      perform,
    })
  }
  return (
    <Menu lines={lines}>
      <Button
        variant="plain"
        aria-label={t('app-new-menu')}
        title={t('app-new-menu')}
        className={styles.newMenu}
        icon={<ChevronDown size={13} aria-hidden />}
      />
    </Menu>
  )
}

/** Where there is no room for all buttons: those that open something beside the map. */
function MoreMenu() {
  const { t } = useTranslation()
  const layout = useWorkspace()
  const ids = panelRows().map((it) => it.id)
  const lines = useActions(ids).map(({ id, label, keys, perform }) => ({
    id,
    label,
    icon: <Check size={14} aria-hidden opacity={isPanelShown(layout, id) ? 1 : 0} />,
    perform,
    ...(keys === undefined ? {} : { keys }),
  }))
  return (
    <Menu lines={lines}>
      <Button
        variant="plain"
        aria-label={t('app-more-menu')}
        title={t('app-more-menu')}
        className={styles.menu}
      >
        <Ellipsis size={16} aria-hidden />
      </Button>
    </Menu>
  )
}

const STORY_ACTIONS = [
  'openStory',
  'newWindow',
  'styleGuide',
  'storyLanguages',
  'importFile',
  'exportStory',
  'saveCopy',
  'saveCopyWithoutHistory',
  'backups',
]

/** What is done to the story as a whole. */
function StoryMenu() {
  const { t } = useTranslation()
  const line = (it: ReadyAction): MenuItem => ({
    id: it.id,
    label: it.label,
    icon: <it.icon size={14} aria-hidden />,
    perform: it.perform,
  })
  const lines = useActions(STORY_ACTIONS)
    .filter((it) => it.enabled)
    .map(line)
  const closing = useActions(['closeStory'])
    .filter((it) => it.enabled)
    .map(line)
  return (
    <Menu lines={closing.length > 0 ? [...lines, 'separator', ...closing] : lines}>
      <Button
        variant="plain"
        aria-label={t('app-story-menu')}
        title={t('app-story-menu')}
        className={styles.menu}
      >
        <MenuIcon size={16} aria-hidden />
      </Button>
    </Menu>
  )
}

function PreferencesMenu() {
  const { t } = useTranslation()
  const theme = usePreferences((it) => it.theme)
  const language = usePreferences((it) => it.language)
  const chosen = [`theme${theme[0]?.toUpperCase()}${theme.slice(1)}`, languageAction(language)]
  const line = (action: ReadyAction): MenuItem => ({
    id: action.id,
    label: action.label,
    icon: <Check size={14} aria-hidden opacity={chosen.includes(action.id) ? 1 : 0} />,
    perform: action.perform,
  })
  const themes = useActions(['themeLight', 'themeDark', 'themeSystem']).map(line)
  const languages = useActions(LANGUAGES.map((it) => languageAction(it.code))).map(line)
  const settings: MenuItem[] = useActions(['settings'])
    .filter((it) => it.enabled)
    .flatMap((it) => [
      { id: it.id, label: it.label, icon: <it.icon size={14} aria-hidden />, perform: it.perform },
      'separator' as const,
    ])
  return (
    <Menu lines={[...settings, ...themes, 'separator', ...languages]}>
      <Button
        variant="plain"
        aria-label={t('app-preferences')}
        title={t('app-preferences')}
        className={styles.menu}
      >
        <Settings2 size={16} aria-hidden />
      </Button>
    </Menu>
  )
}
