/** The actions on a story's file as a whole; where it goes is asked by the desktop's own dialogs. */

import { callProgram } from '../bridge'
import { useNotices } from '../state/notices'
import { t } from '../text'
import type { ActionContext } from './action'

export async function saveCopy({ windowContext, session }: ActionContext): Promise<void> {
  if (!windowContext) return
  const { program, story } = windowContext
  let place: { path?: string } = {}
  if (program.native) {
    const file_name = session.mirror.story.title || 'Story'
    const asked = await callProgram<{ path: string | null }>(program, 'window_choose_place', {
      file_name,
    })
    if (asked.path === null) return
    place = { path: asked.path }
  }
  const { path } = await callProgram<{ path: string }>(program, 'copy_story', { story, ...place })
  useNotices.getState().show({ tone: 'good', text: t('actions-savedCopy', { path }) })
}

/** Opens another story beside this one, in a window of its own. */
export async function openInWindow({ windowContext }: ActionContext): Promise<void> {
  if (!windowContext) return
  const { path } = await callProgram<{ path: string | null }>(
    windowContext.program,
    'window_choose_story',
  )
  if (path !== null) await callProgram(windowContext.program, 'window_new', { path })
}

export async function newWindow({ windowContext }: ActionContext): Promise<void> {
  if (windowContext) await callProgram(windowContext.program, 'window_new')
}
