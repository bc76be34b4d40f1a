//! Context managers: what of a conversation is sent to the model (CM-1). The runner knows only the
//! trait; a strategy is one file and one line in [`ALL`], or comes from outside through
//! [`choose`] (CM-6).

mod sliding_window;

pub use sliding_window::SlidingWindow;

use std::sync::Arc;

use async_trait::async_trait;
use model::talk::{ChatMessage, Payload, ToolDefinition};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A strategy for fitting a conversation into a model's window.
#[async_trait]
pub trait ContextManager: Send + Sync {
    /// Its id in the configuration: `std-sliding-window`.
    fn id(&self) -> &'static str;
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
    /// After a turn, for work in the background.
    async fn on_turn_complete(&self, new_history: &[ChatMessage]);
}

/// A strategy by its id, and how one is made from the `config` of the configuration; the error
/// says what is wrong with it.
#[derive(Clone, Copy)]
pub struct Strategy {
    /// `std-sliding-window` and the like.
    pub id: &'static str,
    /// Makes one.
    pub make: fn(&Value) -> Result<Arc<dyn ContextManager>, String>,
}

/// Every strategy that ships; the first is the default.
pub static ALL: &[Strategy] = &[Strategy {
    id: sliding_window::ID,
    make: |_| Ok(Arc::new(SlidingWindow)),
}];

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
    #[serde(default)]
    pub config: Value,
}

fn plugin() -> String {
    "plugin".to_owned()
}

impl Default for ContextStrategy {
    fn default() -> Self {
        Self {
            kind: plugin(),
            plugin_id: ALL[0].id.to_owned(),
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
) -> Result<Arc<dyn ContextManager>, StrategyError> {
    let mut known = outside.iter().chain(ALL);
    let Some(strategy) = known.find(|it| it.id == wanted.plugin_id) else {
        let known: Vec<_> = outside.iter().chain(ALL).map(|it| it.id).collect();
        return Err(StrategyError::Unknown {
            id: wanted.plugin_id.clone(),
            known: known.join(", "),
        });
    };
    (strategy.make)(&wanted.config).map_err(|why| StrategyError::Config {
        id: wanted.plugin_id.clone(),
        why,
    })
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

/// The tokens of a message as a provider sends it: a reply by its segments, all else by its text.
pub fn estimate_message(message: &ChatMessage) -> u64 {
    let segments = &message.metadata.segments;
    let body = if segments.is_empty() {
        estimate(&message.content)
    } else {
        let json = |it| serde_json::to_string(it).map_or(0, |text| estimate(&text));
        segments.iter().map(json).sum()
    };
    body + MESSAGE_OVERHEAD
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
    use serde_json::json;

    #[test]
    fn a_strategy_is_chosen_by_the_configurations_own_words() {
        let wanted: ContextStrategy = serde_json::from_value(json!({
            "type": "plugin", "pluginId": "std-sliding-window", "config": { "threshold": 20 },
        }))
        .unwrap();
        assert_eq!(choose(&wanted, &[]).unwrap().id(), "std-sliding-window");
        assert_eq!(
            choose(&ContextStrategy::default(), &[]).unwrap().id(),
            "std-sliding-window"
        );
    }

    #[test]
    fn an_unknown_strategy_is_answered_with_the_known_ones() {
        let outside = [Strategy {
            id: "mine",
            make: |_| Err("it needs a model".to_owned()),
        }];
        let wanted = |id: &str| ContextStrategy {
            plugin_id: id.into(),
            ..Default::default()
        };
        let error = |id: &str| choose(&wanted(id), &outside).err().unwrap().to_string();
        assert_eq!(
            error("none"),
            "there is no context strategy \"none\"; there are: mine, std-sliding-window"
        );
        assert_eq!(
            error("mine"),
            "context strategy \"mine\" cannot be used as configured: it needs a model"
        );
    }

    #[test]
    fn chinese_is_counted_by_its_bytes() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("Neo"), 1);
        assert_eq!(estimate("把主角"), 3);
        assert_eq!(estimate("abcd"), 2);
    }
}
