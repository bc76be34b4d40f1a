/** A number of the statistics under its name. */

import type { ReactNode } from 'react'

export function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
