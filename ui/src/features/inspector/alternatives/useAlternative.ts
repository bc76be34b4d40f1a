/** Adopts or removes an alternative. */

import type { ToolOutput } from '../../../bridge'
import { useToolCall } from '../../../cards'
import { useNotices } from '../../../state'
import { useTranslation } from '../../../text'

/** A text under a name, or the one in use, as `list_alternatives` tells it. */
export type TextShown = ToolOutput<'list_alternatives'>['alternatives'][number]

export type ChangeAlternative = (
  tool: 'use_alternative' | 'remove_alternative',
  it: TextShown,
) => Promise<boolean>

export function useAlternative(node: string, reread: () => Promise<void>) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const change: ChangeAlternative = async (tool, { name = '' }) => {
    if (!(await call(tool, { node, name, capability: 'text' }))) return false
    const result = tool === 'use_alternative' ? 'used' : 'removed'
    const text = t(`inspector-alternatives-${result}`, { name })
    useNotices.getState().show({ tone: 'good', text, hint: t('inspector-undoable') })
    await reread()
    return true
  }
  return { change, running, fault }
}
