/** A part of a table whose rows are placed by hand, which the elements of a table would forbid. */

import type { HTMLAttributes, Ref } from 'react'

interface PartProps extends HTMLAttributes<HTMLDivElement> {
  is: 'grid' | 'row' | 'columnheader' | 'gridcell'
  ref?: Ref<HTMLDivElement>
}

export function Part({ is, ...rest }: PartProps) {
  return <div role={is} {...rest} />
}
