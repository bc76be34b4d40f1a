/** The title of the window is the title of the story. */

import { useEffect } from 'react'
import { callProgram } from '../bridge'
import { useRevision, useSession } from '../document'
import { useWorkspace } from '../state'

export function useWindowTitle(): void {
  const { mirror } = useSession()
  useRevision()
  const name = mirror.story.title
  const program = useWorkspace((it) => it.windowContext?.program)
  useEffect(() => {
    if (!name) return
    const title = `${name} — Storyteller`
    document.title = title
    if (program?.native) void callProgram(program, 'window_title', { title }).catch(() => undefined)
  }, [name, program])
}
