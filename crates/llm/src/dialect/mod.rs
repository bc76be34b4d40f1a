//! Adapts our names, ids and schemas to what an API allows. Start at [`ToolNames`],
//! [`CallIdFormat`] and [`SchemaDialect::schema`]. Arguments are validated at dispatch, against the
//! original schema rather than the reduced one.

mod schema;

pub use schema::SchemaDialect;

use std::collections::BTreeMap;

use model::ContentHash;
use model::conversation::ToolDefinition;
use serde::{Deserialize, Serialize};

use crate::LlmError;

/// The longest tool name that every vendor accepts.
const NAME_BYTES: usize = 64;

/// The longest call id that every vendor accepts.
const CALL_ID_BYTES: usize = 40;

/// How many characters of a hash distinguish two names.
const HASH_CHARS: usize = 8;

/// A mapping between tool names and their names in requests.
#[derive(Debug, Clone, Default)]
pub struct ToolNames {
    original_by_wire: BTreeMap<String, String>,
}

impl ToolNames {
    /// Registers the names of these tools. Two tools with the same encoded name are an error.
    pub fn of(tools: &[ToolDefinition]) -> Result<Self, LlmError> {
        let mut original_by_wire = BTreeMap::new();
        for tool in tools {
            if let Some(other) = original_by_wire.insert(Self::wire(&tool.name), tool.name.clone())
            {
                return Err(LlmError::Misconfigured {
                    message: format!(
                        "the tools {other:?} and {:?} have one name for a model; rename one",
                        tool.name
                    )
                    .into(),
                });
            }
        }
        Ok(Self { original_by_wire })
    }

    /// Encodes a name so that every vendor accepts it: a letter or `_`, then letters, digits, `_`
    /// and `-`. Other names are rewritten and get a hash suffix, so that `fs.read` and `fs/read`
    /// stay distinct.
    pub fn wire(name: &str) -> String {
        let legal = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        let begins = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
        if begins && name.len() <= NAME_BYTES && name.chars().all(legal) {
            return name.to_owned();
        }
        // One API rejects a name that starts with a digit or a dash.
        let first = if begins { "" } else { "_" };
        let room = NAME_BYTES - HASH_CHARS - 2;
        let readable = name
            .chars()
            .map(|it| if legal(it) { it } else { '_' })
            .take(room);
        format!(
            "{first}{}_{}",
            readable.collect::<String>(),
            short_hash(name, HASH_CHARS)
        )
    }

    /// The original of an encoded name. An unknown name is returned unchanged, and dispatch reports
    /// it.
    pub fn original(&self, wire: &str) -> String {
        self.original_by_wire
            .get(wire)
            .cloned()
            .unwrap_or_else(|| wire.to_owned())
    }
}

fn short_hash(text: &str, chars: usize) -> String {
    let mut hash = ContentHash::of(text.as_bytes()).to_string();
    hash.truncate(chars);
    hash
}

/// Which call ids a server accepts. A conversation may move from one vendor to another, so ids made
/// by any vendor have to be accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallIdFormat {
    /// Letters, digits, `_` and `-`, at most 40 characters.
    #[default]
    Any,
    /// Exactly nine letters or digits.
    Nine,
}

impl CallIdFormat {
    /// Encodes an id: unchanged if it is accepted, otherwise as a hash.
    pub fn wire(self, id: &str) -> String {
        let plain = |it: char| it.is_ascii_alphanumeric();
        let stays = match self {
            Self::Any => {
                (1..=CALL_ID_BYTES).contains(&id.len())
                    && id.chars().all(|it| plain(it) || it == '_' || it == '-')
            }
            Self::Nine => id.len() == 9 && id.chars().all(plain),
        };
        match self {
            _ if stays => id.to_owned(),
            Self::Any => format!("call_{}", short_hash(id, 32)),
            Self::Nine => short_hash(id, 9),
        }
    }
}

#[cfg(test)]
mod tests;
