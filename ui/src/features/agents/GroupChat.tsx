/** The chat of the writer with the agents and people of the story. */

import { Chat, ErrorMessage } from '../../cards'
import { useTranslation } from '../../text'
import { Section } from './Section'
import { useGroupChat } from './useGroupChat'

interface GroupChatProps {
  /** Whether somebody can read what is written now. */
  isOpen: boolean
}

export function GroupChat({ isOpen }: GroupChatProps) {
  const { t } = useTranslation()
  const { messages, fault, send } = useGroupChat()
  // What was written stays readable; an empty chat with nobody is nothing to show.
  if (!isOpen && !messages?.length) return null
  return (
    <Section title={t('agents-chat')}>
      <ErrorMessage report={fault} />
      <Chat
        messages={messages}
        isMine={({ from }) => from === null}
        onSend={send}
        disabled={!isOpen}
      />
    </Section>
  )
}
