/** Suggests the titles of nodes in fields that name one. */

import { useSession } from '../../document'

/** More than a person looks through, and few enough for any page. */
const MOST = 2000

export function TitleSuggestions({ id }: { id: string }) {
  const { mirror } = useSession()
  const titles = new Set<string>()
  for (const { title } of mirror.nodes.values()) {
    titles.add(title)
    if (titles.size === MOST) break
  }
  return (
    <datalist id={id}>
      {[...titles].map((it) => (
        <option key={it} value={it} />
      ))}
    </datalist>
  )
}
