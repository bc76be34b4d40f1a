//! Code and ToolError: why a call failed, as a tool says it. Enter through [`ToolError::new`] and its
//! shorter forms. Not here: what the door adds for the caller (`output.rs`).

use std::path::Path;

use model::Sentence;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::StoreError;

use crate::Hindrance;

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
    /// A failure with a code and what was wrong: a fixed word where people at a window meet it.
    pub fn new(code: Code, message: impl Into<Sentence>) -> Self {
        let Sentence { english, said } = message.into();
        Self {
            code,
            message: english,
            path: None,
            hint: None,
            said,
        }
    }

    /// An argument that does not fit.
    pub fn invalid(path: impl Into<String>, message: impl Into<Sentence>) -> Self {
        Self::new(Code::InvalidActionInput, message).at(path)
    }

    /// Something that does not exist.
    pub fn not_found(message: impl Into<Sentence>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// Adds where in the arguments, as a JSON pointer.
    pub fn at(self, path: impl Into<String>) -> Self {
        Self {
            path: Some(path.into()),
            ..self
        }
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
    pub fn cancelled() -> Self {
        Self::new(Code::Cancelled, Hindrance::Stopped {})
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
            return Self::new(Code::Internal, Hindrance::StoryFailed {})
                .hint("the log says more; `check` reads the whole file for damage");
        }
        let failure = Self::new(code_of(&error), error.to_string());
        let failure = match (said_of(&error), &error) {
            (Some(word), _) => failure.said(&word),
            (None, StoreError::NotFound { what }) => failure.said(what),
            (None, _) => failure,
        };
        match hint_of(&error) {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

/// What is told of a failure by a fixed word; nothing where only programs meet it.
fn said_of(error: &StoreError) -> Option<Hindrance> {
    let shown = |path: &Path| path.display().to_string();
    Some(match error {
        StoreError::Missing { path } => Hindrance::NoStory { path: shown(path) },
        StoreError::Exists { path } => Hindrance::Exists { path: shown(path) },
        StoreError::NoFolder { path } => Hindrance::NoFolder { path: shown(path) },
        StoreError::NotAStory { path, .. } => Hindrance::NotAStory { path: shown(path) },
        StoreError::Foreign { path, .. } => Hindrance::Foreign { path: shown(path) },
        StoreError::Truncated { path, .. } => Hindrance::CutShort { path: shown(path) },
        StoreError::Corrupt { path, .. } => Hindrance::Damaged { path: shown(path) },
        StoreError::Altered { number, .. } => Hindrance::Altered { number: *number },
        StoreError::ReadOnly { .. } => Hindrance::ReadOnly {},
        StoreError::Moved { by, .. } => Hindrance::Moved { by: by.clone() },
        StoreError::NothingTo { what: "undo" } => Hindrance::NothingToUndo {},
        StoreError::NothingTo { .. } => Hindrance::NothingToRedo {},
        StoreError::Compacted { number, .. } => Hindrance::Compacted { number: *number },
        StoreError::DiskFull => Hindrance::DiskFull {},
        StoreError::Busy => Hindrance::Busy {},
        &StoreError::TooLarge { size, limit, .. } => Hindrance::TooLarge { size, limit },
        StoreError::Loose { missing, .. } => Hindrance::Loose {
            missing: missing.clone(),
        },
        StoreError::InvalidData { why, .. } => Hindrance::Unfit { why: why.clone() },
        StoreError::AlreadyDone { .. } => Hindrance::DoneBefore {},
        StoreError::Cancelled => Hindrance::Stopped {},
        StoreError::Io { path, source } => Hindrance::of_file(path, source),
        StoreError::Sqlite(_) => Hindrance::StoryFailed {},
        StoreError::NotFound { .. } | StoreError::CallMismatch { .. } => return None,
    })
}

fn code_of(error: &StoreError) -> Code {
    match error {
        StoreError::InvalidData { .. }
        | StoreError::Loose { .. }
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
    use serde_json::json;

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
    fn what_is_not_there_is_said_by_its_own_word() {
        let what = store::Absent::DraftGone {
            draft: "1234abcd".into(),
        };
        let error = ToolError::from(StoreError::NotFound { what });
        assert_eq!(error.message, "there is no draft 1234abcd");
        let said = json!({ "what": "draft_gone", "parts": { "draft": "1234abcd" } });
        assert_eq!(error.said, Some(said));
    }

    #[test]
    fn a_fixed_word_is_the_message_and_what_is_said() {
        let error = ToolError::invalid("/node", crate::Misfit::FieldShort { least: 2 });
        assert_eq!(error.message, "it is shorter than 2 characters");
        let said = json!({ "what": "field_short", "parts": { "least": 2 } });
        assert_eq!(error.said, Some(said));
        assert_eq!(ToolError::not_found("no such page").said, None);
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
