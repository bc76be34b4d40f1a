/** The messages of a chat with one more; one that is there already is not added again. */

import type { PostedMessage } from '../../generated/sharedTypes'

export function withMessage(
  messages: readonly PostedMessage[] | undefined,
  message: PostedMessage,
): readonly PostedMessage[] {
  const known = messages ?? []
  return known.some((it) => it.id === message.id) ? known : [...known, message]
}
