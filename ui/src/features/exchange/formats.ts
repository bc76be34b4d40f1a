/** The formats there are, asked for once a dialog is open. */

import { useEffect, useState } from 'react'
import { useSession } from '../../document'
import { reportError } from '../../state'

export interface Format {
  format: string
  title: string
  extensions: string[]
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
      .then((it) => setFormats(it[way]), reportError)
  }, [session, way])
  return formats
}

export function labelOf({ title, extensions }: Format): string {
  return `${title} (${extensions.map((it) => `.${it}`).join(', ')})`
}
