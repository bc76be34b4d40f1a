//! Context managers: what of a conversation is sent to the model (CM-1). The runner knows only the
//! trait; a strategy is one file and one line in [`ALL`], or comes from outside through
//! [`crate::Runner::register`] (CM-6).

mod entity_extraction;
mod fitting;
mod retelling;
mod sliding_window;
mod summarization;

pub(crate) use fitting::fit;
pub use sliding_window::SlidingWindow;

use std::sync::Arc;

use async_trait::async_trait;
use model::MessageId;
use model::talk::{ChatMessage, Content, ContentSegment, Payload, Role, ToolDefinition};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::memory::Surroundings;

/// A strategy for fitting a conversation into a model's window.
#[async_trait]
pub trait ContextManager: Send + Sync {
    /// Its id in the configuration: `std-sliding-window`.
    fn id(&self) -> &str;
    /// Makes the payload from its parts, within `limit` tokens (the reply's reserve already taken
    /// off). `history` is oldest first and ends with the turn under way.
    async fn compose_payload(
        &self,
        system_prompt: &str,
        history: &[ChatMessage],
        tools: &[ToolDefinition],
        rag_context: Option<&str>,
        limit: u64,
    ) -> Payload;
    /// The last message that the memory of its payloads stands for; `None` where none stands for any.
    /// Turns after it that are not sent either are told to the model as a gap.
    fn retold_upto(&self) -> Option<MessageId> {
        None
    }
    /// After a turn, for work in the background; the error is told in the log, and nothing may be
    /// lost by it.
    async fn on_turn_complete(&self, new_history: &[ChatMessage]) -> Result<(), String>;
}

/// Makes a strategy for one conversation from the `config` of the configuration; the error says
/// what is wrong with it.
pub type Make =
    Arc<dyn Fn(&Value, &Surroundings) -> Result<Arc<dyn ContextManager>, String> + Send + Sync>;

/// A strategy by its id.
#[derive(Clone)]
pub struct Strategy {
    /// `std-sliding-window` and the like.
    pub id: String,
    /// Makes one.
    pub make: Make,
}

type MakeOurs = fn(&Value, &Surroundings) -> Result<Arc<dyn ContextManager>, String>;

/// Every strategy that ships, by id; the first is the default.
static ALL: &[(&str, MakeOurs)] = &[
    (sliding_window::ID, |_, _| Ok(Arc::new(SlidingWindow))),
    (summarization::ID, summarization::make),
    (entity_extraction::ID, entity_extraction::make),
];

/// The ids of those that ship, the default first.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|it| it.0)
}

/// The configuration's wish: `{"type": "plugin", "pluginId": "…", "config": {…}}` (CM-6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextStrategy {
    /// Always `plugin`.
    #[serde(rename = "type", default = "plugin")]
    pub kind: String,
    /// The strategy's id.
    pub plugin_id: String,
    /// What it needs to know.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub config: Value,
}

fn plugin() -> String {
    "plugin".to_owned()
}

impl Default for ContextStrategy {
    fn default() -> Self {
        Self {
            kind: plugin(),
            plugin_id: sliding_window::ID.to_owned(),
            config: Value::Null,
        }
    }
}

/// A configuration that names no strategy we have, or configures it wrongly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// No such strategy.
    #[error("there is no context strategy {id:?}; there are: {known}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// What there is.
        known: String,
    },
    /// The strategy does not take its `config`.
    #[error("context strategy {id:?} cannot be used as configured: {why}")]
    Config {
        /// Which.
        id: String,
        /// What is wrong.
        why: String,
    },
}

/// The strategy that a configuration names, among those that ship and those from outside; one from
/// outside wins over one of the same id.
pub fn choose(
    wanted: &ContextStrategy,
    outside: &[Strategy],
    around: &Surroundings,
) -> Result<Arc<dyn ContextManager>, StrategyError> {
    let id = wanted.plugin_id.as_str();
    let made = match outside.iter().rev().find(|it| it.id == id) {
        Some(strategy) => (strategy.make)(&wanted.config, around),
        None => match ALL.iter().find(|it| it.0 == id) {
            Some((_, make)) => make(&wanted.config, around),
            None => {
                let outside = outside.iter().map(|it| it.id.as_str());
                let known: Vec<_> = outside.chain(ALL.iter().map(|it| it.0)).collect();
                return Err(StrategyError::Unknown {
                    id: id.to_owned(),
                    known: known.join(", "),
                });
            }
        },
    };
    made.map_err(|why| StrategyError::Config {
        id: id.to_owned(),
        why,
    })
}

/// A `config`; nothing at all means the defaults.
fn read_config<T: Default + serde::de::DeserializeOwned>(config: &Value) -> Result<T, String> {
    match config {
        Value::Null => Ok(T::default()),
        config => T::deserialize(config).map_err(|error| error.to_string()),
    }
}

/// The turns of a history that come after a message; all of them where it is not there any more.
fn turns_after(history: &[ChatMessage], upto: Option<MessageId>) -> Vec<&[ChatMessage]> {
    let past = upto.and_then(|upto| history.iter().rposition(|it| it.id == upto));
    history[past.map_or(0, |it| it + 1)..]
        .chunk_by(|one, other| one.turn == other.turn)
        .collect()
}

/// Tokens that a role, separators and an id cost beside a message's text.
const MESSAGE_OVERHEAD: u64 = 12;

/// The tokens of a text, estimated without any tokenizer: a third of its UTF-8 bytes, rounded up.
/// On the safe side for English, close for Chinese.
pub fn estimate(text: &str) -> u64 {
    (text.len() as u64).div_ceil(3)
}

/// The tokens of tool definitions, as compact JSON.
pub fn estimate_tools(tools: &[ToolDefinition]) -> u64 {
    tools
        .iter()
        .map(|it| {
            let schema = it.parameters.to_string();
            estimate(&it.name) + estimate(&it.description) + estimate(&schema) + MESSAGE_OVERHEAD
        })
        .sum()
}

/// What a picture that is sent costs, in tokens: what the dearest service takes for one that is as
/// large as we send them.
pub const PICTURE_TOKENS: u64 = 1_600;

/// The tokens of a message as a provider sends it: a reply by its segments, all else by its text and
/// its pictures.
pub fn estimate_message(message: &ChatMessage) -> u64 {
    estimate_parts(message.role, &message.content, &message.metadata.segments)
}

fn estimate_parts(role: Role, content: &str, segments: &[ContentSegment]) -> u64 {
    let segments = segments.iter();
    let body: u64 = if role == Role::Assistant && segments.len() > 0 {
        segments.map(estimate_segment).sum()
    } else {
        let media = segments.filter(|it| is_medium(&it.content)).count();
        estimate(content) + media as u64 * PICTURE_TOKENS
    };
    body + MESSAGE_OVERHEAD
}

/// A piece of a reply. What a model painted goes back to it as a word; nobody is sent its base64.
fn estimate_segment(segment: &ContentSegment) -> u64 {
    const A_WORD: u64 = 5;
    let state = segment.provider_state.as_ref();
    let state = state.map_or(0, |it| estimate(&it.value.to_string()));
    state
        + match &segment.content {
            Content::Text { text } => estimate(text) + A_WORD,
            Content::ToolCall { tool_call } => {
                let args = estimate(&tool_call.args.to_string());
                estimate(&tool_call.name) + args + MESSAGE_OVERHEAD
            }
            _ => A_WORD,
        }
}

fn is_medium(content: &Content) -> bool {
    matches!(
        content,
        Content::Image { .. } | Content::Audio { .. } | Content::Video { .. }
    )
}

/// The tokens of a message that is about to be kept.
pub(crate) fn estimate_new(message: &store::NewMessage) -> u64 {
    estimate_parts(message.role, &message.content, &message.metadata.segments)
}

/// The tokens of a whole payload.
pub fn estimate_payload(payload: &Payload) -> u64 {
    estimate(&payload.system)
        + estimate_tools(&payload.tools)
        + estimate(&payload.dynamic)
        + estimate(&payload.memory)
        + payload.messages.iter().map(estimate_message).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_is_counted_by_its_bytes() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("Neo"), 1);
        assert_eq!(estimate("把主角"), 3);
        assert_eq!(estimate("abcd"), 2);
    }

    #[test]
    fn a_picture_is_not_counted_by_its_letters() {
        let picture = || {
            ContentSegment::from(Content::Image {
                data: "A".repeat(3_000_000),
                mime_type: "image/png".into(),
            })
        };
        let painted = [ContentSegment::text("Here it is."), picture()];
        assert!(estimate_parts(Role::Assistant, "Here it is.", &painted) < 50);
        let shown = estimate_parts(Role::Tool, &"x".repeat(300), &[picture()]);
        assert_eq!(
            shown,
            100 + PICTURE_TOKENS + MESSAGE_OVERHEAD,
            "text and picture"
        );
    }
}
