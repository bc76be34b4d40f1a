/** The nodes that prose can name, and how to open one of them. */

import { useMemo } from 'react'
import { useSelection, useSession } from '../../document'
import { formatKeys } from '../../kit'
import { useTranslation } from '../../text'
import { variablesOf } from '../storyVariables'
import type { ToolCaller } from '../useToolCall'
import type { NodeNames } from './nameCompletion'
import { titleIndexOf } from './titleIndex'

/** Whoever acts or is a place is named more often than a scene is. */
const LIKELY: readonly string[] = ['character', 'place']

export function useNodeNames(node: string, call: ToolCaller['call']): NodeNames {
  const session = useSession()
  const { t } = useTranslation()
  return useMemo(() => {
    const { mirror } = session
    const titles = titleIndexOf(session)
    const find = (title: string) => titles.find(title, node) ?? titles.find(title)
    const go = (title: string) => {
      const found = find(title)
      if (found) useSelection.getState().goTo([found.id])
    }
    return {
      titles: () => {
        const others = [...mirror.nodes.values()].filter((it) => it.id !== node)
        const likely = others.filter((it) => LIKELY.includes(it.kind))
        const rest = others.filter((it) => !LIKELY.includes(it.kind))
        return [...likely, ...rest].map((it) => it.title)
      },
      find,
      namesIn: (text) => titles.namesIn(text, node).map((it) => ({ ...it, title: it.node.title })),
      go,
      make: (title, label) => void call('create_node', { title, after: node, label }),
      words: (title) => ({
        go: t('cards-text-links-go', { keys: formatKeys('Mod') }),
        make: t('cards-text-links-make', { keys: formatKeys('Mod') }),
        create: t('cards-text-links-create', { title }),
        none: t('cards-text-links-none', { title }),
        nearly: t('cards-text-links-nearly', { title }),
      }),
      variables: () => variablesOf(session),
      subscribe: (changed) => titles.subscribe(changed),
    }
  }, [session, node, call, t])
}
