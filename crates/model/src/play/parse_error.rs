//! The reasons why a condition or effect cannot be parsed, as messages that user interfaces
//! translate. Not here: what to do about it, which is in the English hint and in the interfaces'
//! own texts.

use std::fmt;

use serde::Serialize;

crate::messages! {
    /// Why parsing stopped. `found` is the source text at that point.
    pub enum ParseErrorKind {
        SourceLong { length: usize, most: usize } = "it is {length} characters long; at most {most} are read",
        SourceEnds {} = "it ends where more should follow",
        SourceUnexpected { found: String } = "{found} was not expected here",
        SourceSets {} = "`=` assigns, it does not compare",
        SourceCompares {} = "`==` compares, it does not assign",
        SourceClosesNothing {} = "this `)` closes nothing",
        SourceBusy { most: usize } = "there are more than {most} operations in one expression",
        SourceReserved { name: String } = "`{name}` is a reserved word",
        SourceNoVariable { found: String } = "expected a variable, found {found}",
        SourceNoEquals { found: String } = "expected =, found {found}",
        SourceNoValue { found: String } = "expected a value, found {found}",
        SourceNoClosing { found: String } = "expected ), found {found}",
        SourceNoOpening { found: String } = "expected (, found {found}",
        SourceTwoAtATime {} = "only two things are compared at a time",
        SourceNoFunction { name: String } = "`{name}` is not a function",
        SourceBareTitle {} = "a title is a text in quotes",
        SourceOpenText { close: char } = "this text has no closing {close}",
        SourceNoNumber { written: String } = "{written:?} is not a number",
        SourceNoName {} = "$ names no variable",
        SourceNothing { found: char } = "{found:?} means nothing here",
    }
}

/// A source that cannot be read: where, why, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The character at which reading stopped, counted from 1.
    pub at: usize,
    /// What was wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
    /// What was wrong, by a message id and its arguments.
    pub why: ParseErrorKind,
}

impl ParseError {
    pub(super) fn new(at: usize, why: ParseErrorKind, hint: impl Into<String>) -> Self {
        Self {
            at,
            message: why.to_string(),
            hint: hint.into(),
            why,
        }
    }

    /// Where and why as message ids, in the form of a value that [`messages!`](crate::messages) made.
    pub fn said(&self) -> impl Serialize + use<> {
        ErrorMessage {
            at: self.at,
            why: self.why.clone(),
        }
    }
}

#[derive(Serialize)]
struct ErrorMessage {
    at: usize,
    #[serde(flatten)]
    why: ParseErrorKind,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at character {}: {}; {}",
            self.at, self.message, self.hint
        )
    }
}

impl std::error::Error for ParseError {}
