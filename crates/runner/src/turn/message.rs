//! The lines that a turn adds to its thread: text content, everything structured in the metadata
//! (AT-10). When each is added is decided in the machine.

use capability::ToolAgentOutput;
use model::TurnId;
use model::talk::{MessageMetadata, ProviderResponse, Role};
use serde_json::Value;
use store::NewMessage;

use crate::{Ending, Spent};

/// A line without structure.
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

/// The line with which the program, not the model, ends a turn; `ending` in its metadata tells a
/// face to show it as such.
pub(crate) fn closing_message(turn: TurnId, ending: Ending, content: String) -> NewMessage {
    let mut message = plain_message(turn, Role::Assistant, content);
    mark(&mut message, ending);
    message
}

/// Says in a message that the turn ended with it, and not well.
pub(super) fn mark(message: &mut NewMessage, ending: Ending) {
    let word = serde_json::to_value(ending).unwrap_or_default();
    let more = &mut message.metadata.more;
    more.insert("ending".to_owned(), word);
    if ending == Ending::Bounded {
        more.insert("can_go_on".to_owned(), Value::Bool(true));
    }
}

/// Keeps with a turn's last line what the turn took, so that its history tells what it cost at the
/// prices of that day; nothing where nobody counted.
pub(crate) fn note_spent(message: &mut NewMessage, spent: Spent) {
    if spent != Spent::default() {
        let word = serde_json::to_value(spent).unwrap_or_default();
        message.metadata.more.insert("spent".to_owned(), word);
    }
}

/// The answer of a call as a line of the thread (AT-6, AT-10).
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
