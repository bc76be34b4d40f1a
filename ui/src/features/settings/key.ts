/** A key that was typed. */

import { askProgram, type Program } from '../../bridge'
import type { Chosen } from './chosen'

/** Keeps a key that was typed, so that whatever is tried with it is tried as it will be used. */
export async function keepTyped(program: Program, { provider, key }: Chosen): Promise<void> {
  if (key.trim()) await askProgram(program, 'desk_keep_key', { provider, key })
}
