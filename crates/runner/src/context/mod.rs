//! Context managers: which parts of a conversation are sent to the model (CM-1). The runner knows
//! only the trait; a strategy is one file and one line in [`ALL`], or is registered from outside
//! with [`crate::Runner::register`] (CM-6).

mod account;
mod entity_extraction;
mod fitting;
mod memory;
mod sliding_window;
mod summarization;
mod transcript;

pub(crate) use account::account_of_turns;
pub(crate) use fitting::fit;
pub(crate) use memory::BackgroundUsage;
pub use memory::{FindModel, LightModel, Memory, StrategyContext};
pub use sliding_window::SlidingWindow;

use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use model::MessageId;
use model::conversation::{ChatMessage, Content, ContentSegment, Payload, Role, ToolDefinition};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A strategy for fitting a conversation into a model's window.
#[async_trait]
pub trait ContextManager: Send + Sync {
    /// Its id in the configuration: `std-sliding-window`.
    fn id(&self) -> &str;
    /// Builds the payload from its parts, within `limit` tokens (which already excludes those
    /// reserved for the reply). `history` is oldest first and ends with the current turn.
    async fn compose_payload(
        &self,
        system_prompt: &str,
        history: &[ChatMessage],
        tools: &[ToolDefinition],
        rag_context: Option<&str>,
        limit: u64,
    ) -> Payload;
    /// The last message covered by the memory in its payloads; `None` if there is no memory. The
    /// model is told about later turns that are not sent either.
    fn covered_up_to(&self) -> Option<MessageId> {
        None
    }
    /// Runs in the background after a turn. Errors are logged, and no error may lose data.
    async fn on_turn_complete(&self, new_history: &[ChatMessage]) -> Result<(), String>;
}

/// Creates a strategy for one conversation from the `config` of the configuration; the error says
/// what is wrong with it.
pub type StrategyFactory =
    Arc<dyn Fn(&Value, &StrategyContext) -> Result<Arc<dyn ContextManager>, String> + Send + Sync>;

/// A strategy by its id.
#[derive(Clone)]
pub struct Strategy {
    /// The id, such as `std-sliding-window`.
    pub id: String,
    /// Creates the strategy.
    pub make: StrategyFactory,
}

type BuiltInFactory = fn(&Value, &StrategyContext) -> Result<Arc<dyn ContextManager>, String>;

/// The built-in strategies by id; the first is the default.
static ALL: &[(&str, BuiltInFactory)] = &[
    (sliding_window::ID, |_, _| Ok(Arc::new(SlidingWindow))),
    (summarization::ID, summarization::make),
    (entity_extraction::ID, entity_extraction::make),
];

/// The ids of the built-in strategies, the default first.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|it| it.0)
}

/// The strategy named in a configuration: `{"type": "plugin", "pluginId": "…", "config": {…}}`
/// (CM-6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContextStrategy {
    /// Always `plugin`.
    #[serde(rename = "type", default = "plugin")]
    pub kind: String,
    /// The strategy's id.
    pub plugin_id: String,
    /// The strategy's own configuration.
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

/// A configuration that names an unknown strategy or configures one incorrectly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// There is no such strategy.
    #[error("there is no context strategy {id:?}; there are: {known}")]
    Unknown {
        /// The requested id.
        id: String,
        /// The known ids.
        known: String,
    },
    /// The strategy rejects its `config`.
    #[error("context strategy {id:?} cannot be used as configured: {why}")]
    Config {
        /// The strategy's id.
        id: String,
        /// What is wrong.
        why: String,
    },
}

/// The strategy that a configuration names, among the built-in and the external ones. An external
/// strategy takes precedence over a built-in one with the same id.
pub fn choose(
    wanted: &ContextStrategy,
    external: &[Strategy],
    strategy_context: &StrategyContext,
) -> Result<Arc<dyn ContextManager>, StrategyError> {
    let id = wanted.plugin_id.as_str();
    let made = match external.iter().rev().find(|it| it.id == id) {
        Some(strategy) => (strategy.make)(&wanted.config, strategy_context),
        None => match ALL.iter().find(|it| it.0 == id) {
            Some((_, make)) => make(&wanted.config, strategy_context),
            None => {
                let external = external.iter().map(|it| it.id.as_str());
                let known: Vec<_> = external.chain(ALL.iter().map(|it| it.0)).collect();
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

/// Reads a `config`; null means the defaults.
fn read_config<T: Default + serde::de::DeserializeOwned>(config: &Value) -> Result<T, String> {
    match config {
        Value::Null => Ok(T::default()),
        config => T::deserialize(config).map_err(|error| error.to_string()),
    }
}

/// The turns of a history after a message; all of them if the message is no longer there.
fn turns_after(history: &[ChatMessage], upto: Option<MessageId>) -> Vec<&[ChatMessage]> {
    let past = upto.and_then(|upto| history.iter().rposition(|it| it.id == upto));
    history[past.map_or(0, |it| it + 1)..]
        .chunk_by(|one, other| one.turn == other.turn)
        .collect()
}

/// The turns of a history after a message, but at least the current one and `kept` before it.
fn last_turns(
    history: &[ChatMessage],
    upto: Option<MessageId>,
    kept: usize,
) -> Vec<&[ChatMessage]> {
    let mut turns = turns_after(history, None);
    let new = turns_after(history, upto).len();
    turns.split_off(turns.len().saturating_sub(new.max(kept + 1)))
}

/// The tokens that a role, separators and an id add to a message's text.
const MESSAGE_OVERHEAD: u64 = 12;

/// The estimated tokens of a text, without a tokenizer: a third of its UTF-8 bytes, rounded up. An
/// overestimate for English, close for Chinese.
pub fn estimate(text: &str) -> u64 {
    (text.len() as u64).div_ceil(3)
}

/// The tokens of tool definitions, as compact JSON.
pub fn estimate_tools(tools: &[ToolDefinition]) -> u64 {
    tools
        .iter()
        .map(|it| {
            let texts = estimate(&it.name) + estimate(&it.description);
            texts + estimate_json(&it.parameters) + MESSAGE_OVERHEAD
        })
        .sum()
}

/// The tokens of a value as compact JSON. The text is only counted, not built, because a request
/// estimates all its tools several times.
fn estimate_json(value: &Value) -> u64 {
    struct Length(u64);

    impl io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut length = Length(0);
    serde_json::to_writer(&mut length, value).expect("a JSON value can always be serialized");
    length.0.div_ceil(3)
}

/// What sending an image costs, in tokens: the price of the most expensive service for the largest
/// image we send.
pub const PICTURE_TOKENS: u64 = 1_600;

/// The tokens of a message as a provider sends it: a reply by its segments, any other message by
/// its text and images.
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

/// The tokens of a segment of a reply. An image generated by the model is sent back as a short
/// note, never as base64.
fn estimate_segment(segment: &ContentSegment) -> u64 {
    const A_WORD: u64 = 5;
    let state = segment.provider_state.as_ref();
    let state = state.map_or(0, |it| estimate_json(&it.value));
    state
        + match &segment.content {
            Content::Text { text } => estimate(text) + A_WORD,
            Content::ToolCall { tool_call } => {
                let args = estimate_json(&tool_call.args);
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

/// The tokens of a message that is about to be stored.
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
    fn estimates_chinese_by_its_utf8_bytes() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("Neo"), 1);
        assert_eq!(estimate("把主角"), 3);
        assert_eq!(estimate("abcd"), 2);
    }

    #[test]
    fn estimates_json_by_its_compact_text() {
        let value = serde_json::json!({ "a\n": [1.5, null, "\"主角\""], "b": {} });
        assert_eq!(estimate_json(&value), estimate(&value.to_string()));
    }

    #[test]
    fn does_not_count_the_base64_of_images() {
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
