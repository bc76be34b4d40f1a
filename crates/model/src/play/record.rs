//! A node's settings for playing, stored under [`PLAY`] like the data of any capability.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effect::{Effect, MAX_EFFECT};
use crate::Node;
use crate::contents::Content;

/// The name of the capability that stores a [`PlayRecord`] on a node.
pub const PLAY: &str = "play";

/// A node's part in a play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayRecord {
    /// What entering the node does to the variables, for instance `gold = 5`; empty for nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub enter: String,
    /// Whether the story may end here: a node without choices that is meant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ending: bool,
}

impl PlayRecord {
    /// The record from adopted data; the default if the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// Adds an effect before that of entering, unless both are longer together than one may be.
    pub fn begin_with(&mut self, effect: &Effect) {
        let parts = [effect.to_string(), self.enter.clone()];
        let all: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        let all = all.join("; ");
        if all.chars().count() <= MAX_EFFECT {
            self.enter = all;
        }
    }

    /// The effect of entering; empty if it cannot be parsed.
    pub fn effect(&self) -> Effect {
        self.enter.parse().unwrap_or_default()
    }
}

impl Content for PlayRecord {
    const CAPABILITY: &'static str = PLAY;
}

impl Node {
    /// Its settings for playing; the default ones where it has none.
    pub fn play(&self) -> PlayRecord {
        PlayRecord::of(self.data.get(PLAY).map(|it| &**it))
    }
}
