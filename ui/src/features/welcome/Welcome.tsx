/** The welcome screen: a new story, the sample, a file of another program, or a recent story. */

import { FilePlus2, FolderInput, FolderOpen, Import, Ship, Signpost } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMenuCommand } from '../../actions'
import {
  callProgram,
  type NamedStory,
  type Program,
  type ToolInput,
  type WorkspaceState,
} from '../../bridge'
import { RunProgressBar } from '../../cards'
import { Button, chooseFiles, droppedFiles, type PageFile, readFile, Segmented } from '../../kit'
import {
  cancelImport,
  chooseImportFolder,
  importAsStory,
  notifyImported,
  useImports,
} from '../../services'
import {
  reportError,
  takeWelcomeRequest,
  useBackups,
  useNotices,
  usePreferences,
  useTour,
  useWorkspace,
} from '../../state'
import { LANGUAGES, useTranslation } from '../../text'
import { NewStory } from './NewStory'
import { OpenByPath } from './OpenByPath'
import { RecentStories } from './RecentStories'
import styles from './Welcome.module.css'

interface WelcomeProps {
  program: Program
  workspace: WorkspaceState
  enter: (story: NamedStory) => void
  /** Reads the workspace again. */
  look: () => void
}

/** The tools that open a story. */
type StoryOpener = 'open_story' | 'open_sample_story' | 'create_story'

export function Welcome({ program, workspace, enter, look }: WelcomeProps) {
  const { t, language } = useTranslation()
  const [asking, setAsking] = useState(takeWelcomeRequest)
  const [busy, setBusy] = useState(false)
  const [dragging, setDragging] = useState(false)

  const begin = async (work: () => Promise<NamedStory | undefined>, failed?: () => void) => {
    // One after the other: what was chosen first may still be stopped.
    if (busy) return
    setBusy(true)
    try {
      const story = await work()
      if (story) enter(story)
    } catch (fault) {
      reportError(fault)
      look()
      failed?.()
    } finally {
      setBusy(false)
    }
  }
  const open = <N extends StoryOpener>(name: N, args?: ToolInput<N>) =>
    begin(() => callProgram(program, name, args))
  /** A story that cannot be opened may have backups that can. */
  const openRecent = (story: string) =>
    begin(
      () => callProgram(program, 'open_story', { story }),
      () => void offerBackups(program, workspace.recent, story),
    )
  const take = (read: () => Promise<PageFile | undefined>) =>
    begin(async () => {
      const file = await read()
      if (!file) return
      const made = await importAsStory(program, file)
      if (!made) return
      enter(made)
      notifyImported(file.file_name, made)
    })
  const choose = async () => {
    if (!program.native) {
      setAsking('path')
      return
    }
    await begin(async () => {
      const { path } = await callProgram(program, 'window_choose_story')
      return path === null ? undefined : callProgram(program, 'open_story', { path })
    })
  }
  const importFile = () => void take(() => chosen(program))
  useMenuCommand((action) => {
    if (action === 'newStory') setAsking('new')
    else if (action === 'openStory') void choose()
    else if (action === 'importFile') importFile()
    else if (action === 'settings') useWorkspace.getState().setDialog('settings')
  })
  const dropped = (file: File | undefined) => {
    if (file?.name.endsWith('.story')) {
      useNotices.getState().show({ tone: 'bad', text: t('welcome-story-dropped') })
      setAsking('path')
    } else if (file) void take(() => readFile(file))
  }

  return (
    <main
      className={`${styles.screen} ${dragging ? styles.dragging : ''}`}
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={(event) => {
        const into = event.relatedTarget
        if (!(into instanceof Node && event.currentTarget.contains(into))) setDragging(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setDragging(false)
        void droppedFiles(event.dataTransfer).then(([file]) => dropped(file), reportError)
      }}
    >
      <div className={styles.middle}>
        <header className={styles.head}>
          <h1>{t('welcome-title')}</h1>
          <p>{t('welcome-what')}</p>
        </header>
        <div className={styles.ways}>
          <StartOption
            icon={<FilePlus2 size={20} aria-hidden />}
            title={t('welcome-new')}
            note={t('welcome-new-note')}
            first
            perform={() => setAsking('new')}
          />
          <StartOption
            icon={<Ship size={20} aria-hidden />}
            title={t('welcome-sample')}
            note={t('welcome-sample-note')}
            perform={() => void open('open_sample_story', { language })}
          />
          <StartOption
            icon={<FolderOpen size={20} aria-hidden />}
            title={t('welcome-open')}
            note={t('welcome-open-note')}
            perform={() => void choose()}
          />
          <StartOption
            icon={<Import size={20} aria-hidden />}
            title={t('welcome-import')}
            note={t('welcome-import-note')}
            perform={importFile}
          />
        </div>
        <div className={styles.fresh}>
          <Button
            variant="plain"
            icon={<Signpost size={15} aria-hidden />}
            onClick={() => {
              useTour.getState().start()
              void open('open_sample_story', { language })
            }}
          >
            {t('welcome-tour')}
          </Button>
          <Button
            variant="plain"
            icon={<FolderInput size={15} aria-hidden />}
            onClick={() => void take(() => chooseImportFolder(program))}
          >
            {t('welcome-import-folder')}
          </Button>
          {workspace.recent.some((it) => it.title === t('welcome-sample-title')) && (
            <Button
              variant="plain"
              onClick={() => void open('open_sample_story', { language, fresh: true })}
            >
              {t('welcome-sample-fresh')}
            </Button>
          )}
        </div>
        {asking === 'new' && (
          <NewStory
            program={program}
            create={(args) => void open('create_story', args)}
            cancel={() => setAsking(undefined)}
          />
        )}
        {asking === 'path' && (
          <OpenByPath
            open={(path) => void open('open_story', { path })}
            cancel={() => setAsking(undefined)}
          />
        )}
        <RecentStories
          recent={workspace.recent}
          open={(story) => void openRecent(story)}
          showBackups={({ story, title }) => useBackups.getState().show({ story, title })}
          forget={(story) =>
            void callProgram(program, 'remove_recent_story', { story }).then(look, reportError)
          }
        />
        <DropZone program={program} />
      </div>
      <Foot />
    </main>
  )
}

/** Where files are dropped, and how far one has come that was. */
function DropZone({ program }: { program: Program }) {
  const { t } = useTranslation()
  const runs = useImports((it) => it.runs)
  if (runs.length === 0) return <p className={styles.drop}>{t('welcome-drop')}</p>
  return runs.map((it) => (
    <section key={it.run} className={styles.under} aria-label={t('welcome-importing')}>
      <strong>{t('welcome-importing')}</strong>
      <RunProgressBar run={it} stop={() => cancelImport(program, it.run)} />
    </section>
  ))
}

/** Shows the backups of a story that could not be opened, if it has any. */
async function offerBackups(
  program: Program,
  recent: WorkspaceState['recent'],
  story: string,
): Promise<void> {
  const title = recent.find((it) => it.story === story)?.title ?? ''
  const { backups } = await callProgram(program, 'list_backups', { story })
  if (backups.length > 0) useBackups.getState().show({ story, title, isNeeded: true })
}

async function chosen(program: Program): Promise<PageFile | undefined> {
  if (program.native) {
    const { file } = await callProgram(program, 'window_choose_file')
    return file ?? undefined
  }
  const [file] = await chooseFiles()
  return file && readFile(file)
}

interface StartOptionProps {
  icon: ReactNode
  title: string
  note: string
  /** Whether it is what most come for. */
  first?: boolean
  perform: () => void
}

function StartOption({ icon, title, note, first, perform }: StartOptionProps) {
  return (
    <button
      type="button"
      className={`${styles.way} ${first ? styles.first : ''}`}
      onClick={perform}
    >
      <span className={styles.icon}>{icon}</span>
      <strong>{title}</strong>
      <span className={styles.note}>{note}</span>
    </button>
  )
}

function Foot() {
  const { t } = useTranslation()
  const { theme, language, setTheme, setLanguage } = usePreferences()
  return (
    <footer className={styles.foot}>
      <Segmented
        label={t('welcome-language')}
        value={language}
        choices={LANGUAGES.map((it) => ({ value: it.code, label: it.name }))}
        onChange={setLanguage}
      />
      <Segmented
        label={t('welcome-theme')}
        value={theme}
        choices={(['system', 'light', 'dark'] as const).map((it) => ({
          value: it,
          label: t(`welcome-themes-${it}`),
        }))}
        onChange={setTheme}
      />
      <Button variant="plain" onClick={() => useWorkspace.getState().setDialog('settings')}>
        {t('welcome-settings')}
      </Button>
      <p className={styles.note}>{t('welcome-private')}</p>
    </footer>
  )
}
