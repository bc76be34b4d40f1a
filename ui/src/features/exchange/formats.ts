/** The formats there are, asked for once a dialog is open. */

import { useEffect, useState } from 'react'
import { reportFault } from '../../actions'
import { useSession } from '../../document'

export interface Format {
  format: string
  title: string
  extensions: string[]
}

/** Something a person should know about a file. */
export interface Notice {
  /** The path of the file it stands in, where the story is made of several. */
  file?: string
  line?: number
  /** A fixed word for what was odd. */
  what: string
  /** The names and numbers to say it with. */
  parts: Record<string, string | number>
  /** The same in English. */
  message: string
}

/** One sort of thing that a format cannot hold. */
export interface Loss {
  what: string
  count: number
  unit: string
  /** The first nodes it is about. */
  nodes: string[]
  /** The first few by name. */
  names: string[]
  message: string
}

export function useFormats(way: 'imports' | 'exports'): readonly Format[] {
  const session = useSession()
  const [formats, setFormats] = useState<readonly Format[]>([])
  useEffect(() => {
    session
      .data<Record<typeof way, Format[]>>('list_formats')
      .then((it) => setFormats(it[way]), reportFault)
  }, [session, way])
  return formats
}

export function labelOf({ title, extensions }: Format): string {
  return `${title} (${extensions.map((it) => `.${it}`).join(', ')})`
}
