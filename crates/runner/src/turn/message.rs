//! The messages that a turn adds to its thread: text content, with everything structured in the
//! metadata (AT-10). The state machine decides when each is added.

use capability::ToolAgentOutput;
use model::TurnId;
use model::conversation::{Ending, MessageMetadata, ProviderResponse, Role, TurnUsage};
use serde_json::Value;
use store::NewMessage;

/// A message without structured data.
pub(super) fn plain_message(turn: TurnId, role: Role, content: String) -> NewMessage {
    NewMessage {
        turn,
        role,
        content,
        metadata: MessageMetadata::default(),
    }
}

/// A reply of the model; its segments keep their order (OS-3).
pub(super) fn reply_message(turn: TurnId, content: String, reply: ProviderResponse) -> NewMessage {
    let metadata = MessageMetadata {
        segments: reply.segments,
        reply: Some(reply.metadata),
        ..MessageMetadata::default()
    };
    NewMessage {
        turn,
        role: Role::Assistant,
        content,
        metadata,
    }
}

/// The message with which the program, not the model, ends a turn; `ending` in its metadata lets an
/// interface show it as such.
pub(crate) fn closing_message(turn: TurnId, ending: Ending, content: String) -> NewMessage {
    let mut message = plain_message(turn, Role::Assistant, content);
    mark(&mut message, ending);
    message
}

/// Records in a message's metadata that the turn ended with it, and not well.
pub(super) fn mark(message: &mut NewMessage, ending: Ending) {
    message.metadata.ending = Some(ending);
    message.metadata.can_go_on = ending == Ending::Bounded;
}

/// Records in a turn's last message what the turn used, so that the history shows its cost at the
/// prices of that time. Does nothing if nothing was counted.
pub(crate) fn note_spent(message: &mut NewMessage, spent: TurnUsage) {
    if spent != TurnUsage::default() {
        message.metadata.spent = Some(spent);
    }
}

/// The answer to a call as a message of the thread (AT-6, AT-10).
pub(crate) fn answer_message(turn: TurnId, output: &ToolAgentOutput) -> NewMessage {
    let metadata = MessageMetadata {
        tool_call_id: Some(output.tool_call_id.clone()),
        tool_agent_output: Some(serde_json::to_value(output).unwrap_or(Value::Null)),
        ..MessageMetadata::default()
    };
    NewMessage {
        turn,
        role: Role::Tool,
        content: output.content(),
        metadata,
    }
}
