/**
 * The cards that were opened on the second page, beside what is written: the last few of each story,
 * on this machine.
 */

import { create } from 'zustand'
import { SECOND_PAGE } from './panelLayout'
import { useWorkspace } from './workspace'

const KEY = 'storyteller-second-page'

/** How many cards of a story are remembered. */
const MOST = 6

export interface OpenedCards {
  /** In the order of their first opening. */
  nodes: readonly string[]
  /** The one that is shown. */
  shown: string | undefined
}

const NONE: OpenedCards = { nodes: [], shown: undefined }

interface SecondPageStore {
  /** By the stories' ids. */
  opened: Readonly<Record<string, OpenedCards>>
}

function kept(): SecondPageStore['opened'] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    const isOpened = (it: unknown) => Array.isArray((it as Partial<OpenedCards> | null)?.nodes)
    return Object.fromEntries(Object.entries(read).filter(([, it]) => isOpened(it)))
  } catch {
    // What cannot be read is as if it had never been kept.
    return {}
  }
}

export const useSecondPage = create<SecondPageStore>(() => ({ opened: kept() }))

/** The cards that a story has on its second page. */
export function openedCards(store: SecondPageStore, story: string): OpenedCards {
  return store.opened[story] ?? NONE
}

/** Shows a card on the second page. */
export function openOnSecondPage(story: string, node: string): void {
  const { nodes } = openedCards(useSecondPage.getState(), story)
  const all = nodes.includes(node) ? nodes : [...nodes, node].slice(-MOST)
  keep(story, { nodes: all, shown: node })
  useWorkspace.getState().setPanel(SECOND_PAGE, true)
}

/** Takes a card off the second page, which then shows the one beside it. */
export function closeOnSecondPage(story: string, node: string): void {
  const { nodes, shown } = openedCards(useSecondPage.getState(), story)
  const at = nodes.indexOf(node)
  const left = nodes.filter((it) => it !== node)
  keep(story, { nodes: left, shown: shown === node ? (left[at] ?? left.at(-1)) : shown })
}

function keep(story: string, opened: OpenedCards): void {
  const { [story]: _, ...others } = useSecondPage.getState().opened
  const own = opened.nodes.length > 0 ? { [story]: opened } : {}
  const all = { ...others, ...own }
  localStorage.setItem(KEY, JSON.stringify(all))
  useSecondPage.setState({ opened: all })
}
