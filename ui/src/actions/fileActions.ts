/** The actions on a story's file as a whole; the desktop's own dialogs ask for paths. */

import { callProgram } from '../bridge'
import { useBackups } from '../state/backups'
import { useNotices } from '../state/notices'
import { requestOnWelcome, type WelcomeRequest } from '../state/welcomeRequest'
import { t } from '../text'
import type { ActionContext } from './action'

export function saveCopy(cx: ActionContext): Promise<void> {
  return copyStory(cx, false)
}

/** A copy to be passed on: the story as it is now, without what led to it. */
export function saveCopyWithoutHistory(cx: ActionContext): Promise<void> {
  return copyStory(cx, true)
}

async function copyStory(cx: ActionContext, without_history: boolean): Promise<void> {
  const { windowContext, session } = cx
  if (!windowContext) return
  const { program, story } = windowContext
  let place: { path?: string } = {}
  if (program.native) {
    const file_name = session.mirror.story.title || 'Story'
    const asked = await callProgram(program, 'window_choose_place', {
      file_name,
    })
    if (asked.path === null) return
    place = { path: asked.path }
  }
  const { path } = await callProgram(program, 'copy_story', { story, without_history, ...place })
  useNotices.getState().show({ tone: 'good', text: t('actions-savedCopy', { path }) })
}

/** The backups of the open story. */
export function showBackups({ windowContext, session }: ActionContext): void {
  if (!windowContext) return
  const { story } = windowContext
  useBackups.getState().show({ story, title: session.mirror.story.title })
}

/** Begins another story: in a window of its own, or in the browser's tab, whose story is saved. */
export async function newStory(cx: ActionContext): Promise<void> {
  if (cx.windowContext?.program.native) await newWindow(cx)
  else leaveFor(cx, 'new')
}

/** Opens another story: in a window of its own, or in the browser's tab. */
export async function openStory(cx: ActionContext): Promise<void> {
  const { windowContext } = cx
  if (!windowContext) return
  if (!windowContext.program.native) {
    leaveFor(cx, 'path')
    return
  }
  const { path } = await callProgram(windowContext.program, 'window_choose_story')
  if (path !== null) await callProgram(windowContext.program, 'window_new', { path })
}

export async function newWindow({ windowContext }: ActionContext): Promise<void> {
  if (windowContext) await callProgram(windowContext.program, 'window_new')
}

/** A browser's tab has one story: it is left for the welcome screen, which asks for the other. */
function leaveFor({ windowContext }: ActionContext, request: WelcomeRequest): void {
  requestOnWelcome(request)
  windowContext?.leave()
}
