//! ToolError: why a call failed, as reported by a tool. Enter through [`ToolError::new`] and its
//! shorthands. Not here: what the dispatcher adds for the caller (`error_report.rs`).

use std::io::ErrorKind;
use std::path::Path;

use model::LocalizedMessage;
use model::conversation::Code;
use serde::Serialize;
use serde_json::Value;
use store::StoreError;

use crate::ToolFailure;

/// A failure as reported by a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolError {
    /// The code, for programs.
    pub code: Code,
    /// What was wrong, for a person.
    pub message: String,
    /// Where in the arguments, as a JSON pointer.
    pub path: Option<String>,
    /// What to do next.
    pub hint: Option<String>,
    /// The message id and its parts, for interfaces in other languages.
    pub said: Option<Value>,
}

impl ToolError {
    /// A failure with a code and a message; use a catalogue message if people can see it.
    pub fn new(code: Code, message: impl Into<LocalizedMessage>) -> Self {
        let LocalizedMessage { english, said } = message.into();
        Self {
            code,
            message: english,
            path: None,
            hint: None,
            said,
        }
    }

    /// An invalid argument.
    pub fn invalid(path: impl Into<String>, message: impl Into<LocalizedMessage>) -> Self {
        Self::new(Code::InvalidActionInput, message).at(path)
    }

    /// An item that does not exist.
    pub fn not_found(message: impl Into<LocalizedMessage>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// Sets where in the arguments the problem is, as a JSON pointer.
    pub fn at(self, path: impl Into<String>) -> Self {
        Self {
            path: Some(path.into()),
            ..self
        }
    }

    /// Sets what to do next.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Sets the message id and its parts: a value of an enum that [`model::messages!`] made.
    pub fn said(self, said: &impl Serialize) -> Self {
        Self {
            said: serde_json::to_value(said).ok(),
            ..self
        }
    }

    /// The caller cancelled the call.
    pub fn cancelled() -> Self {
        Self::new(Code::Cancelled, ToolFailure::Stopped {})
    }
}

impl std::fmt::Display for ToolError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<StoreError> for ToolError {
    /// The failure in a form the caller can act on; SQLite's own message goes only to the log.
    fn from(error: StoreError) -> Self {
        if let StoreError::Sqlite(source) = &error {
            tracing::error!(%source, "the story file failed");
            return Self::new(Code::Internal, ToolFailure::StoryFailed {})
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

/// The catalogue message for a failure; `None` if only programs see it.
fn said_of(error: &StoreError) -> Option<ToolFailure> {
    let shown = |path: &Path| path.display().to_string();
    Some(match error {
        StoreError::Missing { path } => ToolFailure::NoStory { path: shown(path) },
        StoreError::Exists { path } => ToolFailure::Exists { path: shown(path) },
        StoreError::NoFolder { path } => ToolFailure::NoFolder { path: shown(path) },
        StoreError::NotAStory { path, .. } => ToolFailure::NotAStory { path: shown(path) },
        StoreError::UnexpectedContent { path, .. } => ToolFailure::Foreign { path: shown(path) },
        StoreError::Truncated { path, .. } => ToolFailure::CutShort { path: shown(path) },
        StoreError::Corrupt { path, .. } => ToolFailure::Damaged { path: shown(path) },
        StoreError::HashMismatch { number, .. } => ToolFailure::Altered { number: *number },
        StoreError::DamagedAsset { .. } => ToolFailure::PictureAltered {},
        StoreError::ReadOnly { .. } => ToolFailure::ReadOnly {},
        StoreError::Conflict { by, .. } => ToolFailure::Moved { by: by.clone() },
        StoreError::NoUndoStep { what: "undo" } => ToolFailure::NothingToUndo {},
        StoreError::NoUndoStep { .. } => ToolFailure::NothingToRedo {},
        StoreError::Compacted { number, .. } => ToolFailure::Compacted { number: *number },
        StoreError::DiskFull => ToolFailure::DiskFull {},
        StoreError::Busy => ToolFailure::Busy {},
        &StoreError::TooLarge { size, limit, .. } => ToolFailure::TooLarge { size, limit },
        StoreError::DanglingReference { missing, .. } => ToolFailure::Loose {
            missing: missing.clone(),
        },
        StoreError::InvalidData { why, .. } => ToolFailure::Unfit { why: why.clone() },
        StoreError::AlreadyDone { .. } => ToolFailure::DoneBefore {},
        StoreError::Cancelled => ToolFailure::Stopped {},
        StoreError::Io { path, source } => ToolFailure::from_io_error(path, source),
        StoreError::Sqlite(_) => ToolFailure::StoryFailed {},
        StoreError::NotFound { .. } | StoreError::CallMismatch { .. } => return None,
    })
}

fn code_of(error: &StoreError) -> Code {
    match error {
        StoreError::Io { source, .. } if source.kind() == ErrorKind::InvalidFilename => {
            Code::InvalidActionInput
        }
        StoreError::InvalidData { .. }
        | StoreError::DanglingReference { .. }
        | StoreError::TooLarge { .. }
        | StoreError::NotAStory { .. }
        | StoreError::UnexpectedContent { .. } => Code::InvalidActionInput,
        StoreError::Missing { .. }
        | StoreError::NoFolder { .. }
        | StoreError::NotFound { .. }
        | StoreError::NoUndoStep { .. }
        | StoreError::Compacted { .. } => Code::NotFound,
        StoreError::Exists { .. }
        | StoreError::Conflict { .. }
        | StoreError::AlreadyDone { .. }
        | StoreError::CallMismatch { .. } => Code::Conflict,
        StoreError::Truncated { .. }
        | StoreError::Corrupt { .. }
        | StoreError::HashMismatch { .. }
        | StoreError::DamagedAsset { .. }
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
        StoreError::Io { source, .. } if source.kind() == ErrorKind::InvalidFilename => None,
        StoreError::Conflict { .. } => {
            Some("read what is adopted now, then decide whether to write over it")
        }
        StoreError::NotFound { .. } => {
            Some("look for it with find or search; ids of another story do not count here")
        }
        StoreError::NoUndoStep { .. } => Some("list the steps that can be undone or redone"),
        StoreError::Compacted { .. } => Some("adopt or read another version of it"),
        StoreError::CallMismatch { .. } => Some("call again with a new call id"),
        StoreError::ReadOnly { .. } => Some("nothing can be written; work on a copy of the story"),
        StoreError::Truncated { .. }
        | StoreError::Corrupt { .. }
        | StoreError::HashMismatch { .. }
        | StoreError::DamagedAsset { .. } => {
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
    fn conflict_names_the_author() {
        let error = ToolError::from(StoreError::Conflict {
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
        assert!(error.hint.is_some(), "a conflict has a hint");
        let said = json!({ "what": "moved", "parts": { "by": "Ada" } });
        assert_eq!(error.said, Some(said));
    }

    #[test]
    fn missing_items_have_their_own_message() {
        let what = store::MissingItem::DraftGone {
            draft: "1234abcd".into(),
        };
        let error = ToolError::from(StoreError::NotFound { what });
        assert_eq!(error.message, "there is no draft 1234abcd");
        let said = json!({ "what": "draft_gone", "parts": { "draft": "1234abcd" } });
        assert_eq!(error.said, Some(said));
    }

    #[test]
    fn localized_message_sets_text_and_id() {
        let error = ToolError::invalid("/node", crate::InvalidArgument::FieldShort { least: 2 });
        assert_eq!(error.message, "it is shorter than 2 characters");
        let said = json!({ "what": "field_short", "parts": { "least": 2 } });
        assert_eq!(error.said, Some(said));
        assert_eq!(ToolError::not_found("no such page").said, None);
    }

    #[test]
    fn damaged_file_error_does_not_suggest_a_retry() {
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
    fn codes_serialize_as_in_the_protocol() {
        let text = serde_json::to_string(&Code::InvalidActionInput).unwrap();
        assert_eq!(text, "\"INVALID_ACTION_INPUT\"");
    }
}
