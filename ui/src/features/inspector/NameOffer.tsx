/** Offers to rename the card of a character or place if a name attribute differs from its title. */

import { useState } from 'react'
import { ErrorMessage, isAlias, useToolCall } from '../../cards'
import { type NodeDetails, useSession } from '../../document'
import { Button } from '../../kit'
import { renameWith } from '../../services'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

type Pair = { k: string; v: string }

function pairsOf({ capabilities }: NodeDetails): readonly Pair[] {
  const data = capabilities.find((it) => it.name === 'kv')?.data
  return (data as { items?: readonly Pair[] } | null | undefined)?.items ?? []
}

export function NameOffer({ reading }: { reading: NodeDetails }) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running, fault } = useToolCall()
  const [declined, setDeclined] = useState<string>()
  const name = reading.other_name
  if (name === undefined || name === declined) return null
  const rename = async () => {
    const { id: node } = reading
    // Texts that speak of the old name still mean this card.
    const known = pairsOf(reading).find((it) => isAlias(it.k))
    const alias_key = known?.k ?? t('cards-kv-aliases')
    await renameWith(session, call, { node, title: name, alias_key })
  }
  return (
    <div className={styles.offer} role="status">
      <span>{t('inspector-name-differs', { name, title: reading.title })}</span>
      <Button disabled={running} onClick={() => void rename()}>
        {t('inspector-name-take', { name })}
      </Button>
      <Button variant="plain" onClick={() => setDeclined(name)}>
        {t('inspector-name-leave')}
      </Button>
      <ErrorMessage report={fault} />
    </div>
  )
}
