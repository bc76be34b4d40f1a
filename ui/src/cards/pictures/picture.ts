/** A picture of a node, as the program tells of it. */

export interface Picture {
  /** The hash of its bytes. */
  asset: string
  /** What it was to show; empty for a picture from elsewhere. */
  prompt: string
  ratio: string
  model: string
  /** A number, or its digits where a page would round it. */
  seed?: number | string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
}

/** One of the pictures a node has had; without {@link Picture} where it was dropped to save room. */
export type Variant = { version: number; adopted: boolean; time: string } & Partial<Picture>

/** The ratios that can be painted, width to height. */
export const RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const
