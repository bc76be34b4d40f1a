/**
 * The window: the welcome screen, or one story of the workspace. It restores the last location,
 * handles events from outside the page, and applies colors, language and size from the settings.
 */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dispatchMenuCommand } from '../actions'
import {
  CallError,
  callProgram,
  type NamedStory,
  type Program,
  type ProgramSettings,
  type WindowEvent,
  type WorkspaceState,
} from '../bridge'
import { setPrompts } from '../cards'
import { BackupsDialog } from '../features/backups'
import { NewStoryFromProse } from '../features/exchange'
import { SettingsDialog } from '../features/settings'
import { Welcome } from '../features/welcome'
import { Button, TooltipProvider } from '../kit'
import { importAsStory, notifyImported } from '../services'
import { reportError, useBackups, usePreferences, useWorkspace } from '../state'
import { languageFor, useTranslation } from '../text'
import { App } from './App'
import styles from './App.module.css'
import { BottomStatus } from './BottomStatus'
import { nativeMenus } from './nativeMenu'

/** The story this page works on, across loading it again; empty for the welcome screen. */
const STORY_KEY = 'storyteller-story'
/** How long a start may take without a word about it, in milliseconds. */
const SLOW_START_MS = 10_000

export function Window({ program }: { program: Program }) {
  const [workspace, setWorkspace] = useState<WorkspaceState>()
  const [open, setOpen] = useState<NamedStory>()
  const backups = useBackups((it) => it.of)
  const dialog = useWorkspace((it) => it.dialog)

  const look = useCallback(async () => {
    const state = await callProgram(program, 'get_workspace_state')
    setWorkspace(state)
    return state
  }, [program])

  const enter = useCallback((story: NamedStory) => {
    sessionStorage.setItem(STORY_KEY, story.story)
    setOpen(story)
  }, [])

  const leave = useCallback(
    async (story: string) => {
      sessionStorage.setItem(STORY_KEY, '')
      setOpen(undefined)
      await callProgram(program, 'close_story', { story }).catch(reportError)
      await look().catch(reportError)
    },
    [program, look],
  )

  const hear = useWindowEvents(program, open, enter, look)
  const begun = useInitialStory(program, hear, look, enter)
  usePreferencesSync(program, workspace?.settings)
  useNativeMenus(program, open !== undefined)

  useEffect(() => {
    const { setWindowContext } = useWorkspace.getState()
    const settings = workspace?.settings
    if (open)
      setWindowContext({
        program,
        story: open.story,
        settings,
        leave: () => void leave(open.story),
        enter,
      })
    else setWindowContext(undefined)
  }, [program, open, leave, enter, workspace?.settings])

  // One for as long as the story is open: with another the story would be read again, and a draft
  // that is looked at be left.
  const story = open?.story
  const bridge = useMemo(
    () => (story === undefined ? undefined : program.story(story)),
    [program, story],
  )

  useEffect(() => {
    const title = open ? `${open.title} — Storyteller` : 'Storyteller'
    document.title = title
    if (program.native) void callProgram(program, 'window_title', { title }).catch(() => undefined)
  }, [program, open])

  return (
    <TooltipProvider>
      {open && bridge ? (
        <App key={open.story} bridge={bridge} />
      ) : (
        <>
          {begun && workspace ? (
            <Welcome
              program={program}
              workspace={workspace}
              enter={enter}
              look={() => void look()}
            />
          ) : (
            <LoadingScreen failed={begun} retry={() => void look().catch(reportError)} />
          )}
          <BottomStatus of="window" />
        </>
      )}
      <NewStoryFromProse />
      {backups && (
        <BackupsDialog
          program={program}
          of={backups}
          isOpen={open?.story === backups.story}
          enter={enter}
        />
      )}
      {dialog === 'settings' && (
        <SettingsDialog program={program} changed={() => void look().catch(reportError)} />
      )}
    </TooltipProvider>
  )
}

interface LoadingScreenProps {
  /** Whether the program answered that it cannot; the notice says why. */
  failed: boolean
  retry: () => void
}

/** Shown until the program has said where to begin; after a while with a way to load the page again. */
function LoadingScreen({ failed, retry }: LoadingScreenProps) {
  const { t } = useTranslation()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_START_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!failed && !slow)
    return (
      <main className={styles.alone} role="status">
        {t('app-loading')}
      </main>
    )
  return (
    <main className={styles.alone} role="status">
      <p>{t(failed ? 'app-start-failed' : 'app-start-slow')}</p>
      <Button onClick={failed ? retry : () => location.reload()}>{t('app-retry')}</Button>
    </main>
  )
}

/**
 * Opens what this page had open, else what was being worked on when the program ended. True once
 * that is done or there is nothing to open: before, a welcome screen would go from under the hand.
 */
function useInitialStory(
  program: Program,
  hear: (event: WindowEvent) => void,
  look: () => Promise<WorkspaceState>,
  enter: (story: NamedStory) => void,
): boolean {
  const [done, setDone] = useState(false)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const begin = async () => {
      const state = await look()
      const begins = program.native ? (await program.native.listen(hear)).begins : true
      const story = sessionStorage.getItem(STORY_KEY) ?? (begins ? state.begin : '')
      if (story) enter(await callProgram(program, 'open_story', { story }))
    }
    const failed = (fault: unknown) => {
      sessionStorage.setItem(STORY_KEY, '')
      reportError(fault)
    }
    void begin()
      .catch(failed)
      .finally(() => setDone(true))
  }, [program, hear, look, enter])
  return done
}

/** What menus, dropped files and other starts of the program bring. */
function useWindowEvents(
  program: Program,
  open: NamedStory | undefined,
  enter: (story: NamedStory) => void,
  look: () => Promise<WorkspaceState>,
): (event: WindowEvent) => void {
  const handler = useRef<(event: WindowEvent) => Promise<unknown>>(async () => undefined)
  handler.current = async (event) => {
    if (event.type === 'fault') throw new CallError(event.error)
    if (event.type === 'action') return dispatchMenuCommand(event.action)
    if (event.type === 'open' && open)
      return callProgram(program, 'window_new', { path: event.path })
    if (event.type === 'open')
      return enter(await callProgram(program, 'open_story', { path: event.path }))
    if (open) return useWorkspace.getState().addDroppedFiles([event.file])
    const made = await importAsStory(program, event.file)
    if (!made) return
    await look()
    enter(made)
    notifyImported(event.file.file_name, made)
  }
  return useCallback((event) => void handler.current(event).catch(reportError), [])
}

/** The native menus in the language of the window, with what can be done in it. */
function useNativeMenus(program: Program, isOpen: boolean): void {
  const { language } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: their words are those of the language
  useEffect(() => {
    if (!program.native) return
    void callProgram(program, 'window_menus', nativeMenus(isOpen)).catch(reportError)
  }, [program, isOpen, language])
}

/** Colors, language and size as the settings keep them, and the settings as the person changes them. */
function usePreferencesSync(program: Program, settings: ProgramSettings | undefined): void {
  const first = useRef(true)
  useEffect(() => {
    if (!settings) return
    setPrompts(settings.prompts)
    const chosen = usePreferences.getState()
    if (first.current) {
      first.current = false
      if (settings.theme !== 'system') chosen.setTheme(settings.theme)
      const language = languageFor(settings.language)
      if (language) chosen.setLanguage(language)
    }
    if (!program.native) return
    const scale = { percent: settings.scale }
    void callProgram(program, 'window_scale', scale).catch(() => undefined)
  }, [program, settings])

  useEffect(
    () =>
      usePreferences.subscribe(({ theme, language }, old) => {
        if (first.current || (theme === old.theme && language === old.language)) return
        void callProgram(program, 'update_settings', { theme, language }).catch(reportError)
      }),
    [program],
  )
}
