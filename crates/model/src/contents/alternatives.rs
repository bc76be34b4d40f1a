//! The alternatives of a node: data that was written for one of its parts without being adopted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;

/// The name of the capability that stores [`Alternatives`].
pub const ALTERNATIVES: &str = "alternatives";

/// The alternatives of a node, in the order they were written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternatives {
    /// The alternatives; no two of one capability have the same name.
    #[serde(default)]
    pub items: Vec<Alternative>,
}

/// One alternative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Alternative {
    /// What the writer calls it, for instance `warmer`.
    pub name: String,
    /// What it is an alternative of: `text`, `kv`, `image`.
    pub capability: String,
    /// The data, as that capability stores it.
    pub data: Value,
}

impl Content for Alternatives {
    const CAPABILITY: &'static str = ALTERNATIVES;
}

impl Alternatives {
    /// The place of an alternative by name: the same one, or else the same but for the case of
    /// letters.
    pub fn position(&self, capability: &str, name: &str) -> Option<usize> {
        let of = |it: &Alternative| it.capability == capability;
        let exact = self.items.iter().position(|it| of(it) && it.name == name);
        let wanted = name.to_lowercase();
        exact.or_else(|| {
            let same = |it: &Alternative| of(it) && it.name.to_lowercase() == wanted;
            self.items.iter().position(same)
        })
    }

    /// Adds an alternative behind the others, or puts it in the place of the one with its name.
    pub fn put(&mut self, alternative: Alternative) {
        match self.position(&alternative.capability, &alternative.name) {
            Some(at) => self.items[at] = alternative,
            None => self.items.push(alternative),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_unique_per_capability() {
        let mut all = Alternatives::default();
        for (name, capability, data) in [
            ("Warmer", "text", "one"),
            ("warmer", "image", "two"),
            ("warmer", "text", "three"),
        ] {
            all.put(Alternative {
                name: name.into(),
                capability: capability.into(),
                data: json!(data),
            });
        }
        let found: Vec<_> = all.items.iter().map(|it| (&*it.name, &it.data)).collect();
        assert_eq!(
            found,
            [("warmer", &json!("three")), ("warmer", &json!("two"))]
        );
        assert_eq!(all.position("image", "WARMER"), Some(1));
        assert_eq!(all.position("kv", "warmer"), None);
    }
}
