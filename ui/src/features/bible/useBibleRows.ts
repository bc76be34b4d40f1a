/** Every card as a row with its attributes. */

import { useEffect, useState } from 'react'
import {
  type AttributesByNode,
  isTagsKey,
  joinTags,
  type Session,
  useSession,
  watchAttributes,
} from '../../document'
import { useTranslation } from '../../text'
import type { BibleRow } from './rows'

export function useBibleRows(): BibleRow[] | undefined {
  const session = useSession()
  const { t } = useTranslation()
  const [rows, setRows] = useState<BibleRow[]>()
  useEffect(
    () =>
      watchAttributes(session, (held) => setRows(rowsOf(session, held, t('inspector-tags-key')))),
    [session, t],
  )
  return rows
}

function rowsOf({ mirror }: Session, held: AttributesByNode, tagsKey: string): BibleRow[] {
  const rows: BibleRow[] = []
  for (const { id, title, kind, words, ending, tags } of mirror.nodes.values()) {
    if (kind === 'group') continue
    const items = held.get(id) ?? []
    const imported = tags && tags.length > 0 && !items.some((it) => isTagsKey(it.k))
    rows.push({
      id,
      title,
      kind,
      items: imported ? [...items, { k: tagsKey, v: joinTags(tags) }] : items,
      words,
      ...(ending ? { ending } : {}),
    })
  }
  return rows
}

const ALL = 1_000_000
/** How long the story rests before times are asked for again, in milliseconds. */
const REST = 600

/** When each card of a kind was last changed; asked for only where it is shown. */
export function useEditedTimes(
  kind: string | undefined,
  shown: boolean,
): ReadonlyMap<string, string> {
  const session = useSession()
  const [times, setTimes] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (kind === undefined || !shown) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const read = async () => {
      const args = { kind, times: true, limit: ALL }
      const found = await session.data('list_attributes', args).catch(() => undefined)
      if (left || !found) return
      setTimes(new Map(found.nodes.map((it) => [it.id, it.edited ?? ''])))
    }
    void read()
    const stop = session.mirror.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void read(), REST)
    })
    return () => {
      left = true
      clearTimeout(timer)
      stop()
    }
  }, [session, kind, shown])
  return times
}
