/** The list of formats, loaded when a dialog opens. */

import { useEffect, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { useSession } from '../../document'
import { reportError } from '../../state'

export type Format = ToolOutput<'list_formats'>['imports'][number]

/** One sort of thing that a format cannot hold. */
export type Loss = ToolOutput<'export_story'>['losses'][number]

export function useFormats(way: 'imports' | 'exports'): readonly Format[] {
  const session = useSession()
  const [formats, setFormats] = useState<readonly Format[]>([])
  useEffect(() => {
    session.data('list_formats').then((it) => setFormats(it[way]), reportError)
  }, [session, way])
  return formats
}

export function labelOf({ title, extensions }: Format): string {
  return `${title} (${extensions.map((it) => `.${it}`).join(', ')})`
}
