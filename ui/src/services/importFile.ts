/**
 * Imports a file of another program as a new story. No story is open yet whose events would report
 * progress, so the workspace is polled.
 */

import { create } from 'zustand'
import {
  callProgram,
  type FileContent,
  type NamedStory,
  type Program,
  type Progress,
  type ToolOutput,
} from '../bridge'
import { chooseFolder, readFile } from '../kit'
import { useNotices } from '../state/notices'
import { type ImportReport, useWorkspace } from '../state/workspace'
import { t } from '../text'

/** Between two looks at how far it is, in milliseconds. */
const POLL_MS = 250

/** The imports this window waits for that take longer than a moment. */
export const useImports = create<{ runs: readonly Progress[] }>(() => ({ runs: [] }))

/** What a file would bring. */
export type ImportPreview = ToolOutput<'preview_import'>

/** Whether a file holds prose, by its name: where it is divided into scenes is a guess. */
export function isProse(file: FileContent): boolean {
  return /\.(txt|md|markdown|docx|odt|rtf|epub)$/i.test(file.file_name)
}

/** Lets the writer choose a folder of another program, as an archive; nothing if cancelled. */
export async function chooseImportFolder(
  program: Program | undefined,
): Promise<FileContent | undefined> {
  if (program?.native) {
    const { file } = await callProgram(program, 'window_choose_folder')
    return file ?? undefined
  }
  const folder = await chooseFolder()
  return folder && readFile(folder)
}

/** Prose that is to become a story, while the writer looks at where it would be divided. */
export interface ProseQuestion {
  file: FileContent
  preview: ImportPreview
  /** Previews the same file, divided otherwise. */
  ask: (split: string) => Promise<ImportPreview>
  /** Takes the chosen way; none to leave it. */
  answer: (split: string | undefined) => void
}

/** The prose that is asked about, shown by a dialog of the window. */
export const useProseQuestion = create<{ question?: ProseQuestion | undefined }>(() => ({}))

/** Asks where prose is to be divided; nothing if it is not to be imported. */
function askForSplit(
  program: Program,
  file: FileContent,
  preview: ImportPreview,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const question: ProseQuestion = {
      file,
      preview,
      ask: (split) => callProgram(program, 'preview_file', { ...file, split }),
      answer: (split) => {
        useProseQuestion.setState({ question: undefined })
        resolve(split)
      },
    }
    useProseQuestion.setState({ question })
  })
}

/**
 * Makes a story from a file; one whose import was stopped or failed leaves none. Of prose the writer
 * first sees where it would be divided, and may leave it: then there is no story.
 */
export async function importAsStory(
  program: Program,
  file: FileContent,
): Promise<ImportedStory | undefined> {
  const preview = isProse(file)
    ? await callProgram(program, 'preview_file', { ...file })
    : undefined
  if (preview?.split === undefined) return makeStory(program, file)
  const split = await askForSplit(program, file, preview)
  return split === undefined ? undefined : makeStory(program, { ...file, split })
}

async function makeStory(
  program: Program,
  file: FileContent & { split?: string },
): Promise<ImportedStory> {
  let isLooked = false
  const look = async () => {
    if (isLooked) return
    isLooked = true
    try {
      const listed = await callProgram(program, 'list_imports')
      if (looking !== undefined) useImports.setState({ runs: listed.imports })
    } catch {
      // The import's own answer says what is wrong.
    } finally {
      isLooked = false
    }
  }
  let looking: ReturnType<typeof setInterval> | undefined = setInterval(() => void look(), POLL_MS)
  try {
    return await callProgram(program, 'create_story_from_file', { ...file })
  } finally {
    clearInterval(looking)
    looking = undefined
    useImports.setState({ runs: [] })
  }
}

/** A story that was made from a file, and what came of the file; a story file has nothing to tell. */
export type ImportedStory = NamedStory & { report: ImportReport | null }

/** Says in the story itself what came of its file: in a line, or with all there is to know of it. */
export function notifyImported(name: string, { title, report }: ImportedStory): void {
  if (!report) return
  if (report.warnings.length > 0) {
    useWorkspace.getState().showImportResults([{ name, report }])
    return
  }
  const text = t('welcome-imported', { title, count: report.nodes })
  useNotices.getState().show({ tone: 'good', text })
}

/** Asks for an import to be stopped. */
export async function cancelImport(program: Program, run: number): Promise<void> {
  await callProgram(program, 'cancel_import', { run })
}
