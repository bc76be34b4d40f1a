/** Two passages side by side; the content of each half is chosen above it. */

import { useRevision, useSession } from '../../document'
import { Select } from '../../kit'
import { useTranslation } from '../../text'
import styles from './Manuscript.module.css'
import { Passage } from './Passage'

interface SideBySideProps {
  /** What is read, in its order; other nodes of the story can be chosen too. */
  nodes: readonly string[]
  pair: readonly string[]
  onChange: (half: number, node: string) => void
}

export function SideBySide({ nodes, pair, onChange }: SideBySideProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const rest = [...mirror.nodes.values()]
    .filter((it) => it.kind !== 'group' && it.capabilities.includes('text'))
    .map((it) => it.id)
  const offered = [...new Set([...nodes, ...rest])]
  const choices = offered.map((value) => ({ value, label: mirror.nodes.get(value)?.title ?? '' }))
  return (
    <div className={styles.pair}>
      {pair.map((node, half) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a half is its place
        <div key={half} className={styles.half}>
          <div className={styles.choice}>
            <Select
              aria-label={t(half === 0 ? 'manuscript-left' : 'manuscript-right')}
              value={node}
              choices={choices}
              onChoose={(chosen) => onChange(half, chosen)}
            />
          </div>
          <Passage key={node} node={node} />
        </div>
      ))}
    </div>
  )
}
