/** A picture of a node, as the program returns it. */

import type { ToolOutput } from '../../bridge'

export type Picture = Omit<ToolOutput<'add_image'>, 'node' | 'version'>

/** One of the pictures a node has had; without {@link Picture} where it was dropped to save room. */
export type Variant = ToolOutput<'list_images'>['images'][number]

/** The ratios that can be painted, width to height. */
export const RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const
