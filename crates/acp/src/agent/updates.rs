//! The events of a turn as updates for the editor.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use agent_client_protocol_schema::v1::{
    CLIENT_METHOD_NAMES as METHODS, ContentBlock, ContentChunk, SessionId, SessionNotification,
    SessionUpdate, TextContent, ToolCall, ToolCallContent, ToolCallStatus, ToolCallUpdate,
    ToolCallUpdateFields, ToolKind,
};
use capability::{Impact, ToolAgentOutput};
use serde_json::Value;

use crate::wire::Peer;

/// The calls that the editor was told of: each once, whichever way it came up first.
#[derive(Default)]
pub(crate) struct Announced(Mutex<HashSet<String>>);

impl Announced {
    /// Tells of a call, by its id, its tool and its arguments, unless that was done.
    pub(crate) async fn announce(
        &self,
        peer: &Peer,
        session: &SessionId,
        (id, tool, args): (&str, &str, &Value),
        kind: ToolKind,
    ) {
        let is_new = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(id.to_owned())
        };
        if is_new {
            let call = call(id, tool, args, kind).status(ToolCallStatus::InProgress);
            tell(peer, session, SessionUpdate::ToolCall(call)).await;
        }
    }
}

/// Tells the editor something; one that has gone is told nothing, and reading ends too.
pub(crate) async fn tell(peer: &Peer, session: &SessionId, update: SessionUpdate) {
    let notice = SessionNotification::new(session.clone(), update);
    peer.notify(METHODS.session_update, &notice).await.ok();
}

/// A piece of text.
pub(crate) fn chunk(text: impl Into<String>) -> ContentChunk {
    ContentChunk::new(block(text))
}

fn block(text: impl Into<String>) -> ContentBlock {
    ContentBlock::Text(TextContent::new(text))
}

/// A call, under the name of its tool.
pub(crate) fn call(id: &str, tool: &str, args: &Value, kind: ToolKind) -> ToolCall {
    ToolCall::new(id.to_owned(), tool)
        .name(tool)
        .kind(kind)
        .raw_input(args.clone())
}

/// A call that was answered: what it did in one line, and its whole result as data.
pub(crate) fn answered(output: &ToolAgentOutput) -> ToolCallUpdate {
    let status = match output.succeeded() {
        true => ToolCallStatus::Completed,
        false => ToolCallStatus::Failed,
    };
    let title = output.ui_hints.as_ref().map(|it| it.title.clone());
    let text = match &output.error {
        Some(error) => error.message.clone(),
        None => title.clone().unwrap_or_else(|| output.content()),
    };
    let raw = output.result.as_ref().map(|it| it.data.clone());
    let fields = ToolCallUpdateFields::new()
        .status(status)
        .title(title)
        .content(vec![ToolCallContent::from(block(text))])
        .raw_output(raw);
    ToolCallUpdate::new(output.tool_call_id.clone(), fields)
}

/// What the protocol calls an impact.
pub(crate) fn kind_of(impact: Impact) -> ToolKind {
    match impact {
        Impact::Read => ToolKind::Read,
        Impact::Write => ToolKind::Edit,
        Impact::Spend => ToolKind::Execute,
        Impact::Destroy => ToolKind::Delete,
    }
}
