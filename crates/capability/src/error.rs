//! Code and ToolError: why a call failed, as a tool says it. Enter through [`ToolError::new`] and its
//! shorter forms. Not here: what the door adds for the caller (`output.rs`).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::StoreError;

/// Why a call failed, for programs. A code is added only when some face acts on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The arguments do not fit; correct them and call again.
    InvalidActionInput,
    /// There is no such tool.
    UnknownAction,
    /// The thing named does not exist.
    NotFound,
    /// It has changed since.
    Conflict,
    /// The caller may not.
    PermissionDenied,
    /// A service or the disk failed; may work later.
    Unavailable,
    /// Stopped.
    Cancelled,
    /// Our fault.
    Internal,
}

/// A failure as a tool gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolError {
    /// For programs.
    pub code: Code,
    /// What was wrong, for a person.
    pub message: String,
    /// Where in the arguments, as a JSON pointer.
    pub path: Option<String>,
    /// What to try next.
    pub hint: Option<String>,
    /// The same by a fixed word and its parts, for a window of another language.
    pub said: Option<Value>,
}

impl ToolError {
    /// A failure with a code and what was wrong.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            path: None,
            hint: None,
            said: None,
        }
    }

    /// An argument that does not fit.
    pub fn invalid(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: Some(path.into()),
            ..Self::new(Code::InvalidActionInput, message)
        }
    }

    /// Something that does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// Adds what to try next.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Adds the same as a fixed word and its parts: a value of an enum that [`model::said!`] made.
    pub fn said(self, said: &impl Serialize) -> Self {
        Self {
            said: serde_json::to_value(said).ok(),
            ..self
        }
    }

    /// The caller stopped the call.
    pub(crate) fn cancelled() -> Self {
        Self::new(Code::Cancelled, "the call was stopped")
    }
}

impl std::fmt::Display for ToolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<StoreError> for ToolError {
    /// The failure as a caller can act on it; what SQLite said stays in the log.
    fn from(error: StoreError) -> Self {
        if let StoreError::Sqlite(source) = &error {
            tracing::error!(%source, "the story file failed");
            return Self::new(
                Code::Internal,
                "the story file failed in a way not foreseen",
            )
            .hint("the log says more; `check` reads the whole file for damage");
        }
        let mut failure = Self::new(code_of(&error), error.to_string());
        failure.said = said_of(&error);
        match hint_of(&error) {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// The failures of a story file that people meet, by the fixed words of [`ToolError::said`], with
/// their parts.
pub const STORE_WORDS: &[(&str, &[&str])] = &[
    ("missing", &["path"]),
    ("exists", &["path"]),
    ("no_folder", &["path"]),
    ("not_a_story", &["path"]),
    ("foreign", &["path"]),
    ("cut_short", &["path"]),
    ("damaged", &["path"]),
    ("altered", &["number"]),
    ("read_only", &[]),
    ("moved", &["by"]),
    ("nothing_to_undo", &[]),
    ("nothing_to_redo", &[]),
    ("compacted", &["number"]),
    ("disk_full", &[]),
    ("busy", &[]),
    ("too_large", &["size", "limit"]),
];

fn said_of(error: &StoreError) -> Option<Value> {
    let (what, parts) = match error {
        StoreError::Missing { path } => ("missing", json!({ "path": path })),
        StoreError::Exists { path } => ("exists", json!({ "path": path })),
        StoreError::NoFolder { path } => ("no_folder", json!({ "path": path })),
        StoreError::NotAStory { path, .. } => ("not_a_story", json!({ "path": path })),
        StoreError::Foreign { path, .. } => ("foreign", json!({ "path": path })),
        StoreError::Truncated { path, .. } => ("cut_short", json!({ "path": path })),
        StoreError::Corrupt { path, .. } => ("damaged", json!({ "path": path })),
        StoreError::Altered { number, .. } => ("altered", json!({ "number": number })),
        StoreError::ReadOnly { .. } => ("read_only", json!({})),
        StoreError::Moved { by, .. } => ("moved", json!({ "by": by })),
        StoreError::NothingTo { what: "undo" } => ("nothing_to_undo", json!({})),
        StoreError::NothingTo { .. } => ("nothing_to_redo", json!({})),
        StoreError::Compacted { number, .. } => ("compacted", json!({ "number": number })),
        StoreError::DiskFull => ("disk_full", json!({})),
        StoreError::Busy => ("busy", json!({})),
        StoreError::TooLarge { size, limit, .. } => {
            ("too_large", json!({ "size": size, "limit": limit }))
        }
        _ => return None,
    };
    Some(json!({ "what": what, "parts": parts }))
}

fn code_of(error: &StoreError) -> Code {
    match error {
        StoreError::InvalidData { .. }
        | StoreError::TooLarge { .. }
        | StoreError::NotAStory { .. }
        | StoreError::Foreign { .. } => Code::InvalidActionInput,
        StoreError::Missing { .. }
        | StoreError::NoFolder { .. }
        | StoreError::NotFound { .. }
        | StoreError::NothingTo { .. }
        | StoreError::Compacted { .. } => Code::NotFound,
        StoreError::Exists { .. }
        | StoreError::Moved { .. }
        | StoreError::AlreadyDone { .. }
        | StoreError::CallMismatch { .. } => Code::Conflict,
        StoreError::Truncated { .. }
        | StoreError::Corrupt { .. }
        | StoreError::Altered { .. }
        | StoreError::ReadOnly { .. }
        | StoreError::DiskFull
        | StoreError::Busy
        | StoreError::Io { .. } => Code::Unavailable,
        StoreError::Cancelled => Code::Cancelled,
        StoreError::Sqlite(_) => Code::Internal,
    }
}

fn hint_of(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::Moved { .. } => {
            Some("read what is adopted now, then decide whether to write over it")
        }
        StoreError::NotFound { .. } => {
            Some("look for it with find or search; ids of another story do not count here")
        }
        StoreError::NothingTo { .. } => Some("list the steps that can be undone or redone"),
        StoreError::Compacted { .. } => Some("adopt or read another version of it"),
        StoreError::CallMismatch { .. } => Some("call again with a new call id"),
        StoreError::ReadOnly { .. } => Some("nothing can be written; work on a copy of the story"),
        StoreError::Truncated { .. } | StoreError::Corrupt { .. } | StoreError::Altered { .. } => {
            Some("do not call again: a person has to look at the file")
        }
        StoreError::TooLarge { .. } => Some("divide it into several nodes or calls"),
        StoreError::DiskFull | StoreError::Busy | StoreError::Io { .. } => {
            Some("nothing was written; the same call may be made again later")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use model::{Author, AuthorKind, Slot, Timestamp};

    use super::*;

    #[test]
    fn a_moved_slot_is_a_conflict_that_names_who_moved_it() {
        let error = ToolError::from(StoreError::Moved {
            what: "cannot undo".into(),
            slot: Slot::story("story"),
            expected: None,
            found: None,
            by: "Ada".into(),
            author: Author::new(AuthorKind::Person, "Ada"),
            time: Timestamp::UNIX_EPOCH,
        });
        assert_eq!(error.code, Code::Conflict);
        assert!(error.message.contains("Ada"), "{}", error.message);
        assert!(error.hint.is_some(), "a conflict says what to do next");
        let said = json!({ "what": "moved", "parts": { "by": "Ada" } });
        assert_eq!(error.said, Some(said));
    }

    #[test]
    fn what_is_said_of_a_file_is_in_the_list() {
        let path = || PathBuf::from("a.story");
        let why = String::new;
        for error in [
            StoreError::Missing { path: path() },
            StoreError::Exists { path: path() },
            StoreError::NoFolder { path: path() },
            StoreError::ReadOnly { why: why() },
            StoreError::NothingTo { what: "undo" },
            StoreError::NothingTo { what: "redo" },
            StoreError::DiskFull,
            StoreError::Busy,
        ] {
            let said = said_of(&error).expect("a word");
            let parts = said["parts"].as_object().expect("parts");
            let parts: Vec<_> = parts.keys().map(String::as_str).collect();
            let word = said["what"].as_str().expect("a word");
            assert!(STORE_WORDS.contains(&(word, parts.as_slice())), "{said}");
        }
    }

    #[test]
    fn a_damaged_file_is_unavailable_and_not_to_be_called_again() {
        let path = PathBuf::from("a.story");
        let error = ToolError::from(StoreError::Corrupt {
            path,
            why: "page 3".into(),
        });
        assert_eq!(error.code, Code::Unavailable);
        assert_eq!(
            error.hint.as_deref(),
            Some("do not call again: a person has to look at the file")
        );
    }

    #[test]
    fn codes_are_written_as_the_protocol_spells_them() {
        let text = serde_json::to_string(&Code::InvalidActionInput).unwrap();
        assert_eq!(text, "\"INVALID_ACTION_INPUT\"");
    }
}
