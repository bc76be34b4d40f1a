/** All pictures of a node, reloaded when another is adopted. */

import { useEffect, useState } from 'react'
import { useSession } from '../../document'
import type { Variant } from './picture'

export function useVariants(node: string, version: number | null): Variant[] {
  const session = useSession()
  const [variants, setVariants] = useState<Variant[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what asks for a reading
  useEffect(() => {
    let wanted = true
    session.data('list_images', { node, limit: 60 }).then(
      ({ images }) => wanted && setVariants(images),
      // Without the list the adopted picture is still shown.
      () => wanted && setVariants([]),
    )
    return () => {
      wanted = false
    }
  }, [session, node, version])
  return variants
}
