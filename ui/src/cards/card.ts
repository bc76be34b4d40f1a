/** What a card is: the view of one capability's data on one node, where it is shown and edited. */

import type { ComponentType, ReactNode, Ref } from 'react'

/** What whoever shows a card can ask of it. */
export interface CardHandle {
  /** Puts the caret at the end of its text, behind what is written there now. */
  write(typed: string): void
  /** Selects a passage of its text, the one nearest to a character where there are several. */
  select(passage: { quote: string; character?: number | undefined }): void
}

export interface CardProps {
  /** For a card that holds a text. */
  ref?: Ref<CardHandle>
  /** Buttons about what it holds as a whole, for a card that has a place for them. */
  tools?: ReactNode
  /** The node's id. */
  node: string
  /** The name of the capability, for a card that draws any. */
  capability?: string
  /** What the capability holds on the node; null where it holds nothing yet. */
  data: unknown
  /** The number of the adopted version; null where there is none. */
  version: number | null
  /** Reads the node again; answers that were asked for earlier are left out. */
  reread: () => void
}

export type Card = ComponentType<CardProps>
