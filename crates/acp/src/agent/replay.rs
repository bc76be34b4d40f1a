//! Replays an earlier conversation to an editor that resumes it.

use agent_client_protocol_schema::v1::{Error, SessionId, SessionUpdate, ToolKind};
use capability::ToolAgentOutput;
use model::conversation::{ChatMessage, Role};
use serde_json::json;

use super::EditorAgent;
use super::updates::{answered, call, chunk, kind_of, tell};
use crate::wire::said;

/// How many messages are read at once.
const PAGE: usize = 200;

impl EditorAgent {
    /// Sends the whole conversation, oldest message first.
    pub(crate) async fn replay(&self, session: &SessionId) -> Result<(), Error> {
        let mut pages: Vec<Vec<ChatMessage>> = Vec::new();
        loop {
            let before = pages.last().and_then(|it| it.first()).map(|it| it.id);
            let args = json!({ "thread": &*session.0, "limit": PAGE, "before": before });
            let mut read = self.call("thread_history", args).await?;
            let messages: Vec<ChatMessage> = serde_json::from_value(read["messages"].take())
                .map_err(|error| said(Error::internal_error(), error))?;
            let is_last = messages.len() < PAGE;
            pages.push(messages);
            if is_last {
                break;
            }
        }
        for message in pages.iter().rev().flatten() {
            for update in self.updates_of(message) {
                tell(&self.peer, session, update).await;
            }
        }
        Ok(())
    }

    fn updates_of(&self, message: &ChatMessage) -> Vec<SessionUpdate> {
        let text = || (!message.content.is_empty()).then(|| chunk(&message.content));
        match message.role {
            Role::User => text()
                .map(SessionUpdate::UserMessageChunk)
                .into_iter()
                .collect(),
            Role::Assistant => {
                let calls = message.tool_calls().map(|it| {
                    let spec = self.studio.registry().spec(&it.name);
                    let kind = spec.map_or(ToolKind::Other, |it| kind_of(it.impact));
                    let id = it.id.as_deref().unwrap_or_default();
                    SessionUpdate::ToolCall(call(id, &it.name, &it.args, kind))
                });
                let text = text().map(SessionUpdate::AgentMessageChunk);
                text.into_iter().chain(calls).collect()
            }
            Role::Tool => {
                let output = message.metadata.tool_agent_output.clone();
                let output = output.and_then(|it| serde_json::from_value(it).ok());
                let update = |it: ToolAgentOutput| SessionUpdate::ToolCallUpdate(answered(&it));
                output.map(update).into_iter().collect()
            }
            Role::System => Vec::new(),
        }
    }
}
