/** The draft under review, as the map marks it: which cards it adds, changes and removes. */

import { create } from 'zustand'
import { callData, type ToolOutput } from '../../../bridge'
import type { CardMark, Overlay, ReviewMark, Scene } from '../../../canvas'
import type { NodeCard, Session } from '../../../document'
import { cardSize } from '../scene/sceneBuilder'

type Piece = ToolOutput<'show_draft'>['pieces'][number]

export interface Review {
  draft: string
  title: string
  marks: ReadonlyMap<string, CardMark>
  /** Cards that the draft takes away, where they stood. */
  ghosts: readonly NodeCard[]
  /** Nodes where the story has gone on since the draft was written. */
  moved: ReadonlySet<string>
}

interface ReviewState {
  review: Review | undefined
}

export const useReview = create<ReviewState>(() => ({ review: undefined }))

type VisibleNodeFor = (node: string) => string | undefined

/** What of a draft lies over the map; a closed group stands for what the draft does within it. */
export function reviewOverlay(visibleNodeFor: VisibleNodeFor): Pick<Overlay, 'marks' | 'ghosts'> {
  const { review } = useReview.getState()
  if (!review) return {}
  const marks = new Map<string, CardMark>()
  for (const [id, mark] of review.marks) {
    const card = visibleNodeFor(id)
    if (card === id) marks.set(id, mark)
    else if (card !== undefined && !marks.has(card)) marks.set(card, 'changed')
  }
  const ghosts = review.ghosts.map((it) => ({ ...cardSize(it), title: it.title }))
  return { marks, ghosts }
}

/** The same as places, for the map that is shown small. */
export function reviewMarks({ cards }: Scene, visibleNodeFor: VisibleNodeFor): ReviewMark[] {
  const { marks = [], ghosts = [] } = reviewOverlay(visibleNodeFor)
  const marked = [...marks].flatMap(([id, mark]) => {
    const area = cards.get(id)
    return area ? { area, mark } : []
  })
  return [...marked, ...ghosts.map((area) => ({ area, mark: 'removed' as const }))]
}

/**
 * Follows what draft is looked at until the returned function is called. The nodes of a draft that was
 * not looked at before are brought into sight.
 */
export function watchReview(
  session: Session,
  bringIntoSight: (nodes: readonly string[]) => void,
): () => void {
  let asked = 0
  let reviewed = session.draft
  async function read(): Promise<void> {
    asked += 1
    const mine = asked
    const { draft } = session
    if (draft === undefined) {
      reviewed = undefined
      if (useReview.getState().review) useReview.setState({ review: undefined })
      return
    }
    const call = { name: 'show_draft', args: { draft } } as const
    const shown = await callData(session.bridge, call).catch(() => undefined)
    if (mine !== asked || session.draft !== draft) return
    const review = shown && reviewOf(session, draft, shown)
    useReview.setState({ review })
    if (review && draft !== reviewed) bringIntoSight([...review.marks.keys()])
    reviewed = draft
  }
  void read()
  const stop = session.mirror.subscribe(() => void read())
  return () => {
    asked += 1
    stop()
    useReview.setState({ review: undefined })
  }
}

function reviewOf(
  { mirror, before }: Pick<Session, 'mirror' | 'before'>,
  draft: string,
  { title, pieces }: { title: string; pieces: readonly Piece[] },
): Review {
  const marks = new Map<string, CardMark>()
  const moved = new Set<string>()
  for (const { node, moved: hasMoved } of pieces) {
    if (!node) continue
    const now = mirror.nodes.has(node.id)
    marks.set(node.id, !now ? 'removed' : before.has(node.id) ? 'changed' : 'added')
    if (hasMoved) moved.add(node.id)
  }
  const gone = [...marks].filter(([, mark]) => mark === 'removed').map(([id]) => id)
  const ghosts = gone.flatMap((id) => before.get(id) ?? [])
  return { draft, title, marks, ghosts, moved }
}
