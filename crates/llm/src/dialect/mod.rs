//! What an API's names, ids and schemas allow, and ours adapted to it. Enter through [`Names`],
//! [`CallIds`] and [`Dialect::schema`]. Not here: whether arguments fit a schema; the door checks
//! them against the schema as it was written, not against what is left of it here.

mod schema;

pub use schema::Dialect;

use std::collections::BTreeMap;

use model::ContentHash;
use model::talk::ToolDefinition;
use serde::{Deserialize, Serialize};

use crate::LlmError;

/// The longest name of a tool that every vendor takes.
const NAME_BYTES: usize = 64;

/// The longest id of a call that every vendor takes.
const CALL_ID_BYTES: usize = 40;

/// How much of a hash tells two names apart.
const MARK_CHARS: usize = 8;

/// The names of tools as they stand on the wire, and the way back.
#[derive(Debug, Clone, Default)]
pub struct Names {
    ours_by_wire: BTreeMap<String, String>,
}

impl Names {
    /// Takes the names of these tools. Two that would be one on the wire are refused.
    pub fn of(tools: &[ToolDefinition]) -> Result<Self, LlmError> {
        let mut ours_by_wire = BTreeMap::new();
        for tool in tools {
            if let Some(other) = ours_by_wire.insert(Self::wire(&tool.name), tool.name.clone()) {
                return Err(LlmError::Misconfigured {
                    message: format!(
                        "the tools {other:?} and {:?} have one name for a model; rename one",
                        tool.name
                    )
                    .into(),
                });
            }
        }
        Ok(Self { ours_by_wire })
    }

    /// A name as every wire takes it: a letter or `_`, then letters, digits, `_` and `-`. Others are
    /// rewritten and marked by their hash, so that `fs.read` and `fs/read` stay two.
    pub fn wire(name: &str) -> String {
        let legal = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        let begins = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
        if begins && name.len() <= NAME_BYTES && name.chars().all(legal) {
            return name.to_owned();
        }
        // One wire refuses a name that begins with a digit or a dash.
        let first = if begins { "" } else { "_" };
        let room = NAME_BYTES - MARK_CHARS - 2;
        let readable = name
            .chars()
            .map(|it| if legal(it) { it } else { '_' })
            .take(room);
        format!(
            "{first}{}_{}",
            readable.collect::<String>(),
            mark(name, MARK_CHARS)
        )
    }

    /// Our name for one on the wire; a name we never gave is handed on for the door to answer.
    pub fn ours(&self, wire: &str) -> String {
        self.ours_by_wire
            .get(wire)
            .cloned()
            .unwrap_or_else(|| wire.to_owned())
    }
}

fn mark(text: &str, chars: usize) -> String {
    let mut hash = ContentHash::of(text.as_bytes()).to_string();
    hash.truncate(chars);
    hash
}

/// What a server takes for the id of a call. A conversation may move from one vendor to another,
/// so ids made by any of them have to fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallIds {
    /// Letters, digits, `_` and `-`, at most 40.
    #[default]
    Any,
    /// Nine letters or digits, no more and no fewer.
    Nine,
}

impl CallIds {
    /// An id as the wire takes it: itself where it may stay, else a mark of it.
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
            Self::Any => format!("call_{}", mark(id, 32)),
            Self::Nine => mark(id, 9),
        }
    }
}

#[cfg(test)]
mod tests;
