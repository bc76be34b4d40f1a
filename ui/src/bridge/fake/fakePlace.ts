/** Where a node of the fake program is put, and how large. */

import type { FakeNode } from './fakeStory'

export interface FakePlace {
  node: string
  x: number
  y: number
  width?: number
  height?: number
}

/** A node with the size given; zero is the usual one again. */
export function sized(
  node: FakeNode,
  { width, height }: Pick<FakePlace, 'width' | 'height'>,
): FakeNode {
  const { width: oldWidth, height: oldHeight, ...rest } = node
  const [wide, high] = [width ?? oldWidth, height ?? oldHeight]
  return { ...rest, ...(wide ? { width: wide } : {}), ...(high ? { height: high } : {}) }
}
