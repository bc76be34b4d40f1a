/** The window is called after the story, also when the story gets another title. */

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
