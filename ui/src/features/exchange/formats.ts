/** The list of formats, loaded when a dialog opens. */

import { useEffect, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { useSession } from '../../document'
import { reportError } from '../../state'
import type { Translate } from '../../text'

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

/** A format by its name and the ends of its files; names that are not words are the same everywhere. */
export function labelOf(t: Translate, { format, title, extensions }: Format): string {
  const name = t.or(`exchange-formats-${format}`, title)
  return `${name} (${extensions.map((it) => `.${it}`).join(', ')})`
}
