/** An element of a table whose rows are positioned manually, which table elements do not allow. */

import type { HTMLAttributes, Ref } from 'react'

interface GridElementProps extends HTMLAttributes<HTMLDivElement> {
  is: 'grid' | 'row' | 'columnheader' | 'rowheader' | 'gridcell'
  ref?: Ref<HTMLDivElement>
}

export function GridElement({ is, ...rest }: GridElementProps) {
  return <div role={is} {...rest} />
}
