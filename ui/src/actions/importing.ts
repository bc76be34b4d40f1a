/**
 * A file of another program as a story of its own. No story is open yet whose events would tell how
 * far it is, so the desk is asked.
 */

import i18next from 'i18next'
import { create } from 'zustand'
import {
  askProgram,
  type FileContent,
  type NamedStory,
  type Program,
  type Progress,
} from '../bridge'
import { type Imported, useDesk } from './desk'
import { useNotices } from './notices'

/** Between two looks at how far it is, in milliseconds. */
const LOOK = 250

/** The imports this window waits for that take longer than a moment. */
export const useImports = create<{ runs: readonly Progress[] }>(() => ({ runs: [] }))

/** Makes a story from a file; one whose import was stopped or failed leaves none. */
export async function importAsStory(program: Program, file: FileContent): Promise<MadeStory> {
  let isLooked = false
  const look = async () => {
    if (isLooked) return
    isLooked = true
    try {
      const told = await askProgram<{ imports: Progress[] }>(program, 'desk_imports')
      if (looking !== undefined) useImports.setState({ runs: told.imports })
    } catch {
      // The import's own answer says what is wrong.
    } finally {
      isLooked = false
    }
  }
  let looking: ReturnType<typeof setInterval> | undefined = setInterval(() => void look(), LOOK)
  try {
    return await askProgram<MadeStory>(program, 'desk_import', { ...file })
  } finally {
    clearInterval(looking)
    looking = undefined
    useImports.setState({ runs: [] })
  }
}

/** A story that was made from a file, and what came of the file; a story file has nothing to tell. */
export type MadeStory = NamedStory & { report: Imported | null }

/** Says in the story itself what came of its file: in a line, or with all there is to know of it. */
export function tellImport(name: string, { title, report }: MadeStory): void {
  if (!report) return
  if (report.warnings.length > 0) {
    useDesk.getState().showBrought([{ name, report }])
    return
  }
  const text = i18next.t('welcome:imported', { title, count: report.nodes })
  useNotices.getState().show({ tone: 'good', text })
}

/** Asks for an import to be stopped. */
export async function cancelImport(program: Program, run: number): Promise<void> {
  await askProgram(program, 'desk_cancel_import', { run })
}
