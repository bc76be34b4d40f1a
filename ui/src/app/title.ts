/** The window is called after the story, also when the story gets another title. */

import { useEffect } from 'react'
import { useDesk } from '../actions'
import { askProgram } from '../bridge'
import { useNumber, useSession } from '../document'

export function useWindowTitle(): void {
  const { mirror } = useSession()
  useNumber()
  const name = mirror.story.title
  const program = useDesk((it) => it.frame?.program)
  useEffect(() => {
    if (!name) return
    const title = `${name} — Storyteller`
    document.title = title
    if (program?.native) void askProgram(program, 'window_title', { title }).catch(() => undefined)
  }, [name, program])
}
