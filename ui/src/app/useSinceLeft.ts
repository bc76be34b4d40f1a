/** Reports what others changed in the story since this person left it, with one click to see it. */

import { useEffect } from 'react'
import type { ToolOutput } from '../bridge'
import { highlightNodes, type Session, useSelection, useSession } from '../document'
import { useNotices, useWorkspace } from '../state'
import { type Translate, useTranslation } from '../text'

type Change = ToolOutput<'story_history'>['changes'][number]

const key = (story: string) => `storyteller-seen-${story}`
/** So many changes are looked at; where there are more, they are not counted to the last. */
const MOST = 100
/** So many names are told. */
const NAMED = 2

export function useSinceLeft(): void {
  const session = useSession()
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each story that is opened
  useEffect(() => {
    const { mirror } = session
    const name = key(mirror.story.id)
    const seen = Number(localStorage.getItem(name))
    const write = () => localStorage.setItem(name, String(mirror.number))
    if (seen > 0 && seen < mirror.number) void tell(session, seen, t).catch(() => undefined)
    write()
    return mirror.subscribe(write)
  }, [session])
}

async function tell(session: Session, seen: number, t: Translate): Promise<void> {
  const { changes } = await session.data('story_history', { limit: MOST })
  const missed = changes.filter((it) => it.number > seen && !it.draft)
  if (missed.length === 0) return
  const nodes = nodesIn(missed).filter((it) => session.mirror.nodes.has(it))
  const authors = [...new Set(missed.map((it) => it.author.name))]
  const who = authors.slice(0, NAMED).join(t('actions-comma'))
  useNotices.getState().show({
    tone: 'good',
    text: t('app-since', { count: missed.length, who: authors.length > NAMED ? `${who}…` : who }),
    stays: true,
    action: {
      label: t('app-since-show'),
      perform: () => {
        useWorkspace.getState().setPanel('history', true)
        if (nodes.length === 0) return
        useSelection.getState().goTo(nodes)
        highlightNodes(nodes)
      },
    },
  })
}

function nodesIn(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap((it) => it.touched.flatMap(({ node }) => node?.id ?? [])))]
}
