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
} from '../bridge'
import { useNotices } from '../state/notices'
import { type ImportReport, useWorkspace } from '../state/workspace'
import { t } from '../text'

/** Between two looks at how far it is, in milliseconds. */
const POLL_MS = 250

/** The imports this window waits for that take longer than a moment. */
export const useImports = create<{ runs: readonly Progress[] }>(() => ({ runs: [] }))

/** Makes a story from a file; one whose import was stopped or failed leaves none. */
export async function importAsStory(program: Program, file: FileContent): Promise<ImportedStory> {
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
