/** A stored file under an address that media elements play in every window, also where they cannot load it. */

import { useEffect, useState } from 'react'

/** The address once the file is read; undefined before, and where it cannot be read. */
export function useObjectUrl(address: string | undefined): string | undefined {
  const [read, setRead] = useState<{ address: string; url: string }>()
  useEffect(() => {
    if (address === undefined) return
    let url: string | undefined
    let left = false
    const load = async () => {
      const answer = await fetch(address)
      if (!answer.ok) return
      const bytes = await answer.blob()
      if (left) return
      url = URL.createObjectURL(bytes)
      setRead({ address, url })
    }
    load().catch(() => undefined)
    return () => {
      left = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [address])
  return read && read.address === address ? read.url : undefined
}
