/** Offers to rename the card of a character or place if a name attribute differs from its title. */

import { useState } from 'react'
import { ErrorMessage, isAlias, useToolCall } from '../../cards'
import { type NodeDetails, useSession } from '../../document'
import { Button } from '../../kit'
import { renameWith } from '../../services'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

/** The keys under which a person's name is written down. */
const NAMES = new Set(['name', '姓名', '名字', '名称', '姓名/名称'])
/** The kinds whose card is called as what it is about. */
const NAMED: readonly string[] = ['character', 'place']

type Pair = { k: string; v: string }

/** The name that an attribute gives, where the card is called otherwise. */
function otherName(reading: NodeDetails): string | undefined {
  if (!NAMED.includes(reading.kind)) return undefined
  const name = pairsOf(reading)
    .find((it) => NAMES.has(it.k.trim().toLowerCase()))
    ?.v.trim()
  const isSame = name?.toLowerCase() === reading.title.trim().toLowerCase()
  return name && !isSame && !name.includes('\n') && name.length <= 200 ? name : undefined
}

function pairsOf({ capabilities }: NodeDetails): readonly Pair[] {
  const data = capabilities.find((it) => it.name === 'kv')?.data
  return (data as { items?: readonly Pair[] } | null | undefined)?.items ?? []
}

export function NameOffer({ reading }: { reading: NodeDetails }) {
  const { t } = useTranslation()
  const session = useSession()
  const { call, running, fault } = useToolCall()
  const [declined, setDeclined] = useState<string>()
  const name = otherName(reading)
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
