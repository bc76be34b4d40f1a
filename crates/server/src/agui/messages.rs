//! Messages of a thread in the shapes of AG-UI 1.0 (AT-10, AT-11). Pure.

use std::collections::{HashMap, HashSet};

use capability::ToolAgentOutput;
use model::TurnId;
use model::conversation::{ChatMessage, Role};
use serde_json::{Map, Value, json};

use host::Failure;
use host::interfaces::attachments::{self, Attachment};

/// The messages of a thread, oldest first.
pub(super) fn to_agui(rows: &[ChatMessage]) -> Vec<Value> {
    let (mut lines, mut names) = (HashMap::new(), HashSet::new());
    let messages = rows.iter().map(|row| {
        let of_program = row.role == Role::System;
        let line: &mut u32 = lines.entry((row.turn, of_program)).or_default();
        let id = id_of(row.turn, *line);
        *line += 1;
        // Uses the id that its client gave it, so that the client recognizes it; an id that was
        // given twice is not used.
        let given = row.metadata.message_id.as_deref();
        let id = match given.filter(|it| names.insert((*it).to_owned())) {
            Some(given) => given.to_owned(),
            None if of_program => format!("{id}-told"),
            None => id,
        };
        message(row, id)
    });
    messages.collect()
}

/// The id of a line of a turn; the person's message is the first. Known before the line is stored,
/// so that the streamed message has the same id.
pub(super) fn id_of(turn: TurnId, line: u32) -> String {
    format!("{turn}-{line}")
}

/// A message: text as content, calls beside it, everything structured in its metadata.
fn message(row: &ChatMessage, id: String) -> Value {
    let mut message = json!({ "id": id, "role": role(row.role), "content": row.content });
    let calls: Vec<_> = row.tool_calls().map(call).collect();
    if !calls.is_empty() {
        message["toolCalls"] = json!(calls);
    }
    let pictures = &row.metadata.pictures;
    if !pictures.is_empty() {
        message["metadata"] = json!({ "pictures": pictures });
    }
    if let Some(id) = &row.metadata.tool_call_id {
        message["toolCallId"] = json!(id);
        message["metadata"] = row
            .metadata
            .tool_agent_output
            .clone()
            .and_then(|it| serde_json::from_value(it).ok())
            .map_or_else(|| json!({}), |it: ToolAgentOutput| metadata(&it));
    }
    message
}

fn role(role: Role) -> &'static str {
    role.as_str()
}

fn call(call: &model::conversation::ToolCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.name, "arguments": call.args.to_string() },
    })
}

/// The metadata of a tool's result: how it went, and its UI schema, if any (AT-9, AT-12).
pub(super) fn metadata(output: &ToolAgentOutput) -> Value {
    let mut metadata = Map::new();
    metadata.insert("status".to_owned(), json!(output.status));
    if let Some(error) = &output.error {
        metadata.insert("error".to_owned(), json!(error));
    }
    if let Some(hints) = &output.ui_hints {
        metadata.insert("ui_schema".to_owned(), json!(hints));
    }
    if let Some(change) = output.change {
        metadata.insert("change".to_owned(), json!(change));
    }
    Value::Object(metadata)
}

/// The pictures of a user's message, if its content is a list of parts.
pub(super) fn user_attachments(message: &Value) -> Result<Vec<Attachment>, Failure> {
    let parts = message["content"].as_array().into_iter().flatten();
    parts.filter_map(attachments::from_message_part).collect()
}

/// The id that a client gave a message, if it is valid.
pub(super) fn client_message_id(message: &Value) -> Option<String> {
    const LONGEST: usize = 200;
    let id = message["id"].as_str()?;
    (!id.is_empty() && id.len() <= LONGEST).then(|| id.to_owned())
}

/// The text of a user's message; its content is a text or a list of parts.
pub(super) fn user_text(message: &Value) -> Option<String> {
    if message["role"] != "user" {
        return None;
    }
    let text = match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|it| it["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        _ => return None,
    };
    Some(text).filter(|it| !it.trim().is_empty())
}
