/** The actions on a story's file as a whole; where it goes is asked by the desktop's own dialogs. */

import i18next from 'i18next'
import { askProgram } from '../bridge'
import type { ActionContext } from './action'
import { useNotices } from './notices'

export async function saveCopy({ frame, session }: ActionContext): Promise<void> {
  if (!frame) return
  const { program, story } = frame
  let place: { path?: string } = {}
  if (program.native) {
    const file_name = session.mirror.story.title || 'Story'
    const asked = await askProgram<{ path: string | null }>(program, 'window_choose_place', {
      file_name,
    })
    if (asked.path === null) return
    place = { path: asked.path }
  }
  const { path } = await askProgram<{ path: string }>(program, 'desk_copy', { story, ...place })
  useNotices.getState().show({ tone: 'good', text: i18next.t('actions:savedCopy', { path }) })
}

/** Opens another story beside this one, in a window of its own. */
export async function openInWindow({ frame }: ActionContext): Promise<void> {
  if (!frame) return
  const { path } = await askProgram<{ path: string | null }>(frame.program, 'window_choose_story')
  if (path !== null) await askProgram(frame.program, 'window_new', { path })
}

export async function newWindow({ frame }: ActionContext): Promise<void> {
  if (frame) await askProgram(frame.program, 'window_new')
}
