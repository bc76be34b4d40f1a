/** The chat of the writer with the agents and people of the story. */

import { Chat, ErrorMessage } from '../../cards'
import { useGroupChat } from './useGroupChat'

export function GroupChat() {
  const { messages, fault, send } = useGroupChat()
  return (
    <>
      <ErrorMessage report={fault} />
      <Chat messages={messages} isMine={({ from }) => from === null} onSend={send} />
    </>
  )
}
