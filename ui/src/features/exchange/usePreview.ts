/** What a chosen file would bring: where its prose would be divided, and whether it came from this story. */

import { useEffect, useState } from 'react'
import { useSession } from '../../document'
import type { PageFile } from '../../kit'
import { type ImportPreview, isProse } from '../../services'

/** Whether a file may have been exported from this story and come back, by its name. */
const mayComeBack = ({ file_name }: PageFile) =>
  /\.(json|zip|story|csv|twee|tw|html?)$/i.test(file_name)

export function usePreview(file: PageFile | undefined, format: string) {
  const session = useSession()
  const [preview, setPreview] = useState<ImportPreview>()
  const [split, setSplit] = useState('automatic')
  const chosen = format ? { format } : {}
  const ask = (split: string) =>
    session.data('preview_import', { ...file, ...chosen, split } as PageFile & { split: string })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another file or format
  useEffect(() => {
    setPreview(undefined)
    setSplit('automatic')
    if (!file) return
    const asksForProse = format === 'novel' || (format === '' && isProse(file))
    const asksForCopy = format === '' && mayComeBack(file) && session.mirror.nodes.size > 0
    if (!asksForProse && !asksForCopy) return
    let isCurrent = true
    ask('automatic').then(
      (it) => isCurrent && setPreview(it),
      // What is wrong with the file is said when it is imported.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [file, format])
  /** What was exported from this story most likely comes back with changes. */
  const comesBack = (preview?.nodes_of_story ?? 0) > 0
  /** A table holds nothing that could be imported otherwise. */
  const onlyComesBack = comesBack && preview?.format === 'csv'
  const prose = preview?.split === undefined ? undefined : preview
  return { prose, comesBack, onlyComesBack, ask, split, setSplit }
}
