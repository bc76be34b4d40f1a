//! A record of what the model was shown, for a person to read: every part of a payload with its
//! size, and the story content with the reasons it was chosen. Plain values; built in `driver`
//! before each request.

use std::collections::HashMap;

use model::conversation::{
    ChatMessage, Content, ContentSegment, Payload, Role, ToolCall, ToolDefinition,
};
use model::{MessageId, ThreadId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};

use super::token_count::{calibrated, counted};
use crate::context::{estimate, estimate_message, estimate_tools};
use crate::tool_choice::ToolSelection;
use crate::{ContextItem, TokenSizes, ToolChoice};

/// The key under which a thread lists the turns that have a snapshot, oldest first. The snapshot of
/// a turn's newest request has its own key ([`record_key`]).
pub(crate) const INDEX_KEY: &str = "shown_turns";
/// How many turns have a snapshot.
pub(crate) const MAX_RECORDS: usize = 20;

/// The key under which a thread stores the last snapshot of a turn.
pub(crate) fn record_key(turn: TurnId) -> String {
    format!("shown/{turn}")
}

/// A message as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotMessage {
    /// Its id in the thread.
    pub id: MessageId,
    /// Its role.
    pub role: Role,
    /// Its size.
    pub tokens: u64,
    /// Its text as it was sent, including cuts and notes.
    pub text: String,
    /// Its calls, by name and arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// How many images were sent with it.
    #[serde(default)]
    pub pictures: usize,
}

impl SnapshotMessage {
    /// A message as it is sent, with `ratio` provider tokens per estimated token.
    fn of(message: &ChatMessage, ratio: f64) -> Self {
        let segments = &message.metadata.segments;
        Self {
            id: message.id,
            role: message.role,
            // A tool's result may have been cut to fit; everything else is sent as counted.
            tokens: counted(message)
                .filter(|_| message.role != Role::Tool)
                .unwrap_or_else(|| calibrated(estimate_message(message), ratio)),
            text: message.content.clone(),
            calls: message.tool_calls().cloned().collect(),
            pictures: segments.iter().filter(|it| is_picture(it)).count(),
        }
    }
}

/// A tool as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotTool {
    /// Its name.
    pub name: String,
    /// The size of its definition.
    pub tokens: u64,
}

/// Exactly what one request showed to the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RequestSnapshot {
    /// The turn.
    pub turn: TurnId,
    /// The model.
    pub model: String,
    /// The strategy that fitted the conversation.
    pub strategy: String,
    /// The sizes of its parts.
    pub sizes: TokenSizes,
    /// The system block.
    pub system: String,
    /// The tools, in order.
    pub tools: Vec<SnapshotTool>,
    /// Which tool choice was used.
    #[serde(default)]
    pub tool_choice: ToolChoice,
    /// Why it differs from the choice in the settings, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_narrowed: Option<String>,
    /// The content chosen from the story, including what did not fit.
    pub story: Vec<ContextItem>,
    /// The summary or state.
    pub memory: String,
    /// The messages, oldest first.
    pub messages: Vec<SnapshotMessage>,
}

/// The circumstances of a request.
pub(crate) struct SnapshotMeta<'a> {
    pub(crate) turn: TurnId,
    pub(crate) model: String,
    pub(crate) strategy: &'a str,
    pub(crate) available_tokens: u64,
    pub(crate) ratio: f64,
    pub(crate) chosen: &'a ToolSelection,
}

impl RequestSnapshot {
    /// Records what a payload shows.
    pub(crate) fn of(payload: &Payload, story: Vec<ContextItem>, frame: &SnapshotMeta<'_>) -> Self {
        let size = |estimate| calibrated(estimate, frame.ratio);
        let tool = |it: &ToolDefinition| SnapshotTool {
            name: it.name.clone(),
            tokens: size(estimate_tools(std::slice::from_ref(it))),
        };
        let messages: Vec<_> = payload
            .messages
            .iter()
            .map(|it| SnapshotMessage::of(it, frame.ratio))
            .collect();
        let mut sizes = TokenSizes {
            system: size(estimate(&payload.system)),
            tools: size(estimate_tools(&payload.tools)),
            story: size(estimate(&payload.dynamic)),
            memory: size(estimate(&payload.memory)),
            messages: messages.iter().map(|it| it.tokens).sum(),
            free: 0,
            limit: frame.available_tokens,
        };
        let used = sizes.system + sizes.tools + sizes.story + sizes.memory + sizes.messages;
        sizes.free = frame.available_tokens.saturating_sub(used);
        Self {
            turn: frame.turn,
            model: frame.model.clone(),
            strategy: frame.strategy.to_owned(),
            sizes,
            system: payload.system.clone(),
            tools: payload.tools.iter().map(tool).collect(),
            tool_choice: frame.chosen.choice,
            tools_narrowed: frame.chosen.narrowed.clone(),
            story,
            memory: payload.memory.clone(),
            messages,
        }
    }
}

/// A snapshot as it is stored. Messages that were sent unchanged are in the thread already; only
/// references to them are stored.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredSnapshot {
    /// The snapshot, with only those messages that were changed to be sent.
    #[serde(flatten)]
    shown: RequestSnapshot,
    /// The unchanged messages, in order.
    #[serde(default)]
    runs: Vec<Run>,
    /// Provider tokens per estimated token.
    #[serde(default)]
    ratio: f64,
}

/// Consecutive messages of a thread.
#[derive(Serialize, Deserialize)]
struct Run {
    /// How many of the stored messages come before it.
    at: usize,
    first: MessageId,
    last: MessageId,
}

impl StoredSnapshot {
    /// Replaces messages that were sent as they are in `rows`, consecutive messages of the thread,
    /// by references.
    pub(crate) fn new(mut shown: RequestSnapshot, rows: &[ChatMessage], ratio: f64) -> Self {
        let places: HashMap<_, _> = rows
            .iter()
            .enumerate()
            .map(|(at, it)| (it.id, at))
            .collect();
        let mut runs: Vec<Run> = Vec::new();
        let mut kept = Vec::new();
        let mut next = None;
        for message in std::mem::take(&mut shown.messages) {
            let place = places.get(&message.id).copied();
            let place = place.filter(|at| SnapshotMessage::of(&rows[*at], ratio) == message);
            match (place, runs.last_mut()) {
                (None, _) => kept.push(message),
                (Some(_), Some(run)) if place == next && run.at == kept.len() => {
                    run.last = message.id;
                }
                (Some(_), _) => runs.push(Run {
                    at: kept.len(),
                    first: message.id,
                    last: message.id,
                }),
            }
            next = place.map(|it| it + 1);
        }
        shown.messages = kept;
        Self { shown, runs, ratio }
    }

    /// The snapshot with all its messages.
    pub(crate) fn complete(
        self,
        store: &Store,
        thread: ThreadId,
    ) -> Result<RequestSnapshot, StoreError> {
        let mut shown = self.shown;
        for run in self.runs.into_iter().rev() {
            let rows = store.messages_between(thread, run.first, run.last)?;
            let messages = rows.iter().map(|it| SnapshotMessage::of(it, self.ratio));
            let at = run.at.min(shown.messages.len());
            shown.messages.splice(at..at, messages);
        }
        Ok(shown)
    }
}

fn is_picture(segment: &ContentSegment) -> bool {
    matches!(segment.content, Content::Image { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_thread::TestThread;

    #[tokio::test]
    async fn a_stored_snapshot_refers_to_unchanged_messages_and_is_completed_from_the_thread() {
        let thread = TestThread::create().await;
        let turn = thread.add(&[Role::User, Role::Tool].repeat(3)).await;
        let rows = thread.store.messages(thread.id, None, 6).unwrap();

        let mut messages = rows[1..].to_vec();
        messages[2].content = "cut".to_owned();
        let payload = Payload {
            messages,
            ..Payload::default()
        };
        let ratio = 1.25;
        let frame = SnapshotMeta {
            turn,
            model: "a model".to_owned(),
            strategy: "a strategy",
            available_tokens: 1000,
            ratio,
            chosen: &ToolSelection {
                choice: ToolChoice::All,
                tools: Vec::new(),
                narrowed: None,
            },
        };
        let shown = RequestSnapshot::of(&payload, Vec::new(), &frame);
        let stored = StoredSnapshot::new(shown.clone(), &rows[1..], ratio);
        let stored = serde_json::to_string(&stored).unwrap();
        assert!(stored.contains("cut"), "{stored}");
        assert!(!stored.contains("line"), "{stored}");
        let stored: StoredSnapshot = serde_json::from_str(&stored).unwrap();
        assert_eq!(stored.complete(&thread.store, thread.id).unwrap(), shown);
    }
}
