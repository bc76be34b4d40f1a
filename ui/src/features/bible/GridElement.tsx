/** A part of a table whose rows are placed by hand, which the elements of a table would forbid. */

import type { HTMLAttributes, Ref } from 'react'

interface GridElementProps extends HTMLAttributes<HTMLDivElement> {
  is: 'grid' | 'row' | 'columnheader' | 'gridcell'
  ref?: Ref<HTMLDivElement>
}

export function GridElement({ is, ...rest }: GridElementProps) {
  return <div role={is} {...rest} />
}
