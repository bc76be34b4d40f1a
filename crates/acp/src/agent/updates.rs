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

/// The calls that were announced to the editor: each only once, whichever event came first.
#[derive(Default)]
pub(crate) struct Announced(Mutex<HashSet<String>>);

impl Announced {
    /// Announces a call by its id, tool and arguments, unless it was announced before.
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

/// Sends an update to the editor; if it has disconnected, nothing is sent and reading ends, too.
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

/// A call, with the name of its tool.
pub(crate) fn call(id: &str, tool: &str, args: &Value, kind: ToolKind) -> ToolCall {
    ToolCall::new(id.to_owned(), tool)
        .name(tool)
        .kind(kind)
        .raw_input(args.clone())
}

/// An answered call: what it did in one line, and its whole result as data.
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

/// The protocol's kind of tool for an impact.
pub(crate) fn kind_of(impact: Impact) -> ToolKind {
    match impact {
        Impact::Read => ToolKind::Read,
        Impact::Write => ToolKind::Edit,
        Impact::Spend => ToolKind::Execute,
        Impact::Destroy => ToolKind::Delete,
    }
}
