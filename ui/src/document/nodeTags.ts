/**
 * The tags, the status and the word goal of nodes: attributes of these names, in any language of the
 * window. Read from the program's list of attributes and kept in step with it.
 */

import { create } from 'zustand'
import type { Session } from './session'
import { type AttributesByNode, watchAttributes } from './watchAttributes'

interface NodeTags {
  /** By node. */
  tags: ReadonlyMap<string, readonly string[]>
  status: ReadonlyMap<string, string>
  goals: ReadonlyMap<string, WordGoal>
}

/** How many words a node is to have, and the attribute that says so. */
interface WordGoal {
  key: string
  words: number
}

/** The colors that the writer chose for tags, by tag. */
type TagColors = Readonly<Record<string, string>>

const NONE: NodeTags & { colors: TagColors } = {
  tags: new Map(),
  status: new Map(),
  goals: new Map(),
  colors: {},
}

export const useNodeTags = create(() => NONE)

const TAGS = new Set(['tag', 'tags', '标签', '標籤', 'schlagwort', 'schlagwörter'])
const STATUS = new Set(['status', '状态', '狀態'])
const GOALS = new Set(['word goal', '目标字数', '目標字數', 'wortziel'])

export const isTagsKey = (key: string) => TAGS.has(key.trim().toLowerCase())
export const isStatusKey = (key: string) => STATUS.has(key.trim().toLowerCase())
const isGoalKey = (key: string) => GOALS.has(key.trim().toLowerCase())

/** Whether an attribute is shown in a place of its own: as a label under the title, or at the text. */
export const isLabelKey = (key: string) => isTagsKey(key) || isStatusKey(key) || isGoalKey(key)

/** The steps of the work on a scene that the window knows; a writer may have others. */
export const STATUSES = ['idea', 'draft', 'revised', 'done'] as const

export type Status = (typeof STATUSES)[number]

/** How the steps are spelled in stories, whatever language the window speaks. */
const SPELLED: Record<Status, readonly string[]> = {
  idea: ['idea', 'to do', 'todo', '构思', '想法', '構思', 'idee'],
  draft: ['draft', 'first draft', '草稿', '初稿', 'entwurf'],
  revised: ['revised', 'revised draft', '修订', '已修订', '修訂', 'überarbeitet'],
  done: ['done', 'final', 'final draft', '完成', '定稿', 'fertig'],
}

const COLORS: Record<Status, string> = { idea: '6', draft: '3', revised: '5', done: '4' }

/** The step that a status names, if the window knows it. */
export function statusStep(status: string): Status | undefined {
  const word = status.trim().toLowerCase()
  return STATUSES.find((it) => SPELLED[it].includes(word))
}

/** The color of a status, of the palette. */
export function statusColor(status: string): string {
  const step = statusStep(status)
  return step ? COLORS[step] : usualColor(status)
}

/** The color of a tag, the same wherever it is shown: the writer's choice, or one of the palette. */
export function tagColor(tag: string): string {
  return useNodeTags.getState().colors[tag] ?? usualColor(tag)
}

/** A color as styles write it. */
export const paletteColor = (color: string) =>
  color.startsWith('#') ? color : `var(--color-${color})`

function usualColor(tag: string): string {
  let sum = 0
  for (const letter of tag) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return String((sum % 6) + 1)
}

/** Those who follow, by story. */
const watched = new WeakMap<Session, { count: number; stop: () => void }>()

/** Follows the tags of a story until the returned function is called. */
export function watchTags(session: Session): () => void {
  const known = watched.get(session)
  const watch = known ?? { count: 0, stop: follow(session) }
  watch.count += 1
  watched.set(session, watch)
  return () => {
    watch.count -= 1
    if (watch.count > 0) return
    watched.delete(session)
    watch.stop()
    useNodeTags.setState(NONE)
  }
}

function follow(session: Session): () => void {
  const { mirror } = session
  const color = () => {
    const colors: TagColors = mirror.story.tag_colors ?? {}
    if (JSON.stringify(colors) === JSON.stringify(useNodeTags.getState().colors)) return
    useNodeTags.setState({ colors })
  }
  color()
  const stopColors = mirror.subscribe(color)
  const stopTags = watchAttributes(session, (held) => take(session, held))
  return () => {
    stopColors()
    stopTags()
  }
}

function take(session: Session, held: AttributesByNode): void {
  const found = tagsOf(held)
  const tags = new Map(found.tags)
  // An imported card has the tags of its file until an attribute lists others.
  for (const { id, tags: imported } of session.mirror.nodes.values()) {
    if (imported && imported.length > 0) tags.set(id, imported)
  }
  set({ ...found, tags })
}

function set(found: NodeTags): void {
  const { tags, status, goals } = useNodeTags.getState()
  const areSameGoals = goals.size === found.goals.size && isSame(wordsOf(found), wordsOf({ goals }))
  if (isSame(found.tags, tags) && isSame(found.status, status) && areSameGoals) return
  useNodeTags.setState(found)
}

const wordsOf = ({ goals }: Pick<NodeTags, 'goals'>) =>
  new Map([...goals].map(([id, { key, words }]) => [id, `${words} ${key}`]))

/** The tags, the status and the goal among attributes. */
export function tagsOf(held: AttributesByNode): NodeTags {
  const tags = new Map<string, string[]>()
  const status = new Map<string, string>()
  const goals = new Map<string, WordGoal>()
  for (const [node, attributes] of held) {
    for (const { k, v } of attributes) {
      if (isTagsKey(k)) {
        const found = [...(tags.get(node) ?? []), ...splitTags(v)]
        if (found.length > 0) tags.set(node, found)
      } else if (isStatusKey(k) && v.trim()) status.set(node, v.trim())
      else if (isGoalKey(k)) {
        const words = Number.parseInt(v.replace(/[\s.,’']/g, ''), 10)
        if (words > 0) goals.set(node, { key: k, words })
      }
    }
  }
  return { tags, status, goals }
}

/** The tags that one value lists. */
export function splitTags(value: string): string[] {
  const words = value.split(/[,;，；、\n]/).map((it) => it.trim().replace(/^#/, ''))
  return [...new Set(words.filter(Boolean))]
}

/** Tags as one value. */
export const joinTags = (tags: readonly string[]) => tags.join(', ')

/** The nodes that have tags or a status, now or before. */
export function labeledNodes(...known: readonly NodeTags[]): Set<string> {
  return new Set(known.flatMap(({ tags, status }) => [...tags.keys(), ...status.keys()]))
}

function isSame(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a].every(([id, it]) => String(b.get(id)) === String(it))
}
