//! Facts of a node that change along the story: values of its attributes from a scene on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Content, QuotedPassage};
use crate::NodeId;

/// The name of the capability that stores [`Facts`].
pub const FACTS: &str = "facts";

/// The facts of a node, in the order they were set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// The facts; no two of one key begin at the same scene.
    #[serde(default)]
    pub items: Vec<Fact>,
}

/// What an attribute is from a scene on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// The attribute, for instance `Arm`.
    pub key: String,
    /// What it is, for instance `broken`.
    pub value: String,
    /// The scene from which it holds, this one included; from the beginning where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<NodeId>,
    /// The passage that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<QuotedPassage>,
}

impl Content for Facts {
    const CAPABILITY: &'static str = FACTS;
}

impl Facts {
    /// The facts in stored data; none if there is none, or the data is something else.
    pub fn of(data: Option<&Value>) -> Self {
        data.and_then(|it| Self::deserialize(it).ok())
            .unwrap_or_default()
    }

    /// The place of the fact of a key that begins at a scene. Letter case of the key is ignored.
    pub fn position(&self, key: &str, since: Option<NodeId>) -> Option<usize> {
        let key = key.to_lowercase();
        let same = |it: &Fact| it.since == since && it.key.to_lowercase() == key;
        self.items.iter().position(same)
    }

    /// Whether there is a fact of a key. Letter case of the key is ignored.
    pub fn has(&self, key: &str) -> bool {
        let key = key.to_lowercase();
        self.items.iter().any(|it| it.key.to_lowercase() == key)
    }

    /// Gives the facts of a key another one. Letter case of the old key is ignored.
    pub fn rename(&mut self, key: &str, new_key: &str) {
        let key = key.to_lowercase();
        for fact in &mut self.items {
            if fact.key.to_lowercase() == key {
                new_key.clone_into(&mut fact.key);
            }
        }
    }

    /// Adds a fact, or puts it in the place of the one of its key and scene.
    pub fn put(&mut self, fact: Fact) {
        match self.position(&fact.key, fact.since) {
            Some(at) => self.items[at] = fact,
            None => self.items.push(fact),
        }
    }
}
