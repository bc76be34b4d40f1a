//! A failure of a call, or of what had to be done before there was a call. One type for all of
//! them, so that each interface has one way to show it. Not here: conversions of this crate's
//! errors, which are beside each error.

use std::path::Path;

use capability::{Code, ErrorReport, ToolError, ToolFailure};
use model::LocalizedMessage;
use runner::SendError;
use store::StoreError;

use crate::WorkspaceError;

/// What was wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure(Box<ErrorReport>);

impl Failure {
    /// A failure with a code and a message.
    pub fn new(code: Code, message: impl Into<LocalizedMessage>) -> Self {
        ToolError::new(code, message).into()
    }

    /// Invalid input.
    pub fn invalid(message: impl Into<LocalizedMessage>) -> Self {
        Self::new(Code::InvalidActionInput, message)
    }

    /// Something that does not exist.
    pub fn not_found(message: impl Into<LocalizedMessage>) -> Self {
        Self::new(Code::NotFound, message)
    }

    /// Adds what to try next.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds the message as an id and its arguments, for a window in another language.
    pub fn said(mut self, word: impl Into<LocalizedMessage>) -> Self {
        self.0.said = word.into().said;
        self
    }

    /// The program itself failed; its log names the place.
    pub fn panicked() -> Self {
        Self::new(Code::Internal, WorkspaceError::ProgramFell {})
    }

    /// Replaces the hint, or removes it.
    pub(crate) fn with_hint(mut self, hint: Option<&str>) -> Self {
        self.0.hint = hint.map(str::to_owned);
        self
    }

    /// The whole report.
    pub fn report(&self) -> &ErrorReport {
        &self.0
    }

    /// A file or folder that the system did not let us use; `doing` says how: "cannot write".
    pub fn file(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        let word = ToolFailure::from_io_error(path, error);
        Self::io(format!("{doing} {}", path.display()), error).said(word)
    }

    /// A file or device that the system could not read or write.
    pub fn io(what: impl std::fmt::Display, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let code = match error.kind() {
            ErrorKind::NotFound => Code::NotFound,
            ErrorKind::AlreadyExists => Code::Conflict,
            ErrorKind::PermissionDenied => Code::PermissionDenied,
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::IsADirectory => {
                Code::InvalidActionInput
            }
            _ => Code::Unavailable,
        };
        let failure = Self::new(code, format!("{what}: {error}"));
        match error.kind() {
            ErrorKind::NotFound => failure.hint("check the path"),
            ErrorKind::IsADirectory => failure.hint("it is a folder: name a file"),
            ErrorKind::StorageFull => failure.hint("free some space and try again"),
            _ => failure,
        }
    }
}

impl From<ErrorReport> for Failure {
    fn from(report: ErrorReport) -> Self {
        Self(Box::new(report))
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        Self(error.into())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        ToolError::from(error).into()
    }
}

impl From<SendError> for Failure {
    fn from(error: SendError) -> Self {
        let code = match error {
            SendError::Store(error) => return error.into(),
            SendError::Empty | SendError::TooLong { .. } | SendError::Picture { .. } => {
                Code::InvalidActionInput
            }
            SendError::Busy { .. } => Code::Conflict,
            SendError::Closed => Code::Unavailable,
            SendError::Strategy(_) => Code::Unavailable,
            SendError::Broken => Code::Internal,
        };
        let message = LocalizedMessage::from_error(&error, error.said());
        Self::new(code, message)
    }
}

/// The most similar name, if any is similar enough.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |it: &'a str| (strsim::jaro_winkler(name, it), it);
    let best = names.map(likeness).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.8).then_some(best.1)
}
