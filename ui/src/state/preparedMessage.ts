/**
 * A message to the assistant that another part of the window prepared; the writer reads and sends
 * it.
 */

import { create } from 'zustand'
import { focusPanel } from './page'

interface PreparedMessage {
  text: string | undefined
}

/** The message that waits for the composer; no more than one at a time. */
export const usePreparedMessage = create<PreparedMessage>(() => ({ text: undefined }))

/** Shows the assistant with a message in its composer, which is not sent yet. */
export function prepareMessage(text: string): void {
  usePreparedMessage.setState({ text })
  focusPanel('assistant')
}
