/** Changes one link, and reports conditions and effects that cannot be parsed. */

import { useState } from 'react'
import { useToolCall } from '../../../cards'
import type { LinkCard } from '../../../document'
import { linkNamed } from '../../../services'
import { useTranslation } from '../../../text'
import { misreadText, type ParseFault } from '../../../text/errorText'

/** A condition or effect that is kept though it cannot be read. */
interface UnparsedRule {
  of: 'condition' | 'effect'
  said: ParseFault
}

export function useLinkChange(link: LinkCard) {
  const { t } = useTranslation()
  const { call, fault } = useToolCall()
  const [unread, setUnread] = useState('')
  const change = async (changes: Record<string, unknown>): Promise<boolean> => {
    const answer = await call('update_link', { ...linkNamed(link), ...changes })
    const { unread: kept = [] } = (answer?.result?.data ?? {}) as { unread?: string[] }
    const rules = (answer?.ui_schema?.fields.unread ?? []) as UnparsedRule[]
    const words = rules.map(({ of, said }) => {
      const why = misreadText(t, said)
      return why && t(`faults-${of}`) + why
    })
    // Where the window has no words of its own, the program's are shown.
    const known = words.length > 0 && words.every(Boolean)
    setUnread(kept.length > 0 ? (known ? words : kept).join('; ') : '')
    return answer !== undefined
  }
  return { change, fault, unread }
}
