//! Errors of a story file, grouped by what the caller can do about them.

use std::path::{Path, PathBuf};

use model::{AssetId, Author, Slot, Timestamp, VersionRef};
use rusqlite::ErrorCode;
use serde_json::Value;

use crate::MissingItem;

/// Where a file is damaged and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// The affected slot, if one version does not match its hash.
    pub slot: Option<Slot>,
    /// What was found, for display.
    pub what: String,
}

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file does not exist.
    #[error("there is no story at {path}")]
    Missing {
        /// The requested path.
        path: PathBuf,
    },
    /// A new story was to be created where a file already exists.
    #[error("{path} already exists; choose another name, or open it")]
    Exists {
        /// The requested path.
        path: PathBuf,
    },
    /// A new file was to be created in a folder that does not exist.
    #[error("{path} cannot be created: its folder does not exist; create the folder first")]
    NoFolder {
        /// The requested path.
        path: PathBuf,
    },
    /// The file is not a story.
    #[error("{path} is not a story file: {why}")]
    NotAStory {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
    /// The file has the application id of a story but contains objects that no story has.
    #[error("{path} was not made by Storyteller and is not opened: {why}")]
    UnexpectedContent {
        /// The file.
        path: PathBuf,
        /// What unexpected object it contains.
        why: String,
    },
    /// The file is truncated.
    #[error("{path} is truncated: {why}; restore it from a copy")]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The expected and the actual size.
        why: String,
    },
    /// The file's structure is damaged.
    #[error("{path} is damaged and was not written to: {why}; restore it from a copy")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What the check found.
        why: String,
    },
    /// A version's text does not match its hash.
    #[error(
        "{slot} version {number} was altered outside Storyteller: its hash does not match; restore \
         the file from a copy, or open it for reading only"
    )]
    HashMismatch {
        /// The slot.
        slot: Slot,
        /// The version number.
        number: u32,
    },
    /// A picture or sound does not match the hash of its bytes.
    #[error(
        "the picture {id} was altered outside Storyteller: its bytes do not match its hash; attach \
         the original again, or restore the file from a copy"
    )]
    DamagedAsset {
        /// The picture or sound.
        id: AssetId,
    },
    /// The story is open read-only.
    #[error("the story is open read-only: {why}")]
    ReadOnly {
        /// Why.
        why: String,
    },
    /// Data that the capability's schema does not admit.
    #[error("data of {capability} is not valid: {why}")]
    InvalidData {
        /// The capability.
        capability: String,
        /// Where and why.
        why: String,
    },
    /// The slot depends on something that does not exist in the story; in a draft, on another piece
    /// that is not adopted with it.
    #[error("{slot} needs {missing}, which the story does not have; adopt or drop both together")]
    DanglingReference {
        /// The slot that was to be adopted.
        slot: Slot,
        /// What is missing, for display.
        missing: String,
    },
    /// The named item does not exist.
    #[error("there is no {what}")]
    NotFound {
        /// What was looked for: "node 1234abcd".
        what: MissingItem,
    },
    /// The slot has changed since: an edit named a base that is no longer adopted, the target of an
    /// undo was overwritten, or the base of a draft's piece has moved.
    #[error("{what}: {slot} has changed since ({by} at {time})")]
    Conflict {
        /// What was tried, for display.
        what: String,
        /// The slot that moved.
        slot: Slot,
        /// The version the caller built on.
        expected: Option<VersionRef>,
        /// The version adopted now.
        found: Option<VersionRef>,
        /// The name of the author who moved it.
        by: String,
        /// The author who moved it.
        author: Author,
        /// When it was moved.
        time: Timestamp,
    },
    /// There is nothing to undo or redo.
    #[error("there is nothing to {what}")]
    NoUndoStep {
        /// "undo" or "redo".
        what: &'static str,
    },
    /// The version exists, but compaction dropped its body.
    #[error("version {number} of {slot} was dropped by compaction and cannot be read or adopted")]
    Compacted {
        /// The slot.
        slot: Slot,
        /// The version number.
        number: u32,
    },
    /// The call was committed before; its stored outcome is included.
    #[error("this call has already been carried out")]
    AlreadyDone {
        /// What its edit returned.
        outcome: Value,
    },
    /// The call id was used before with other arguments.
    #[error("call id {call:?} was used before with other arguments; use a new id")]
    CallMismatch {
        /// The call id.
        call: String,
    },
    /// The disk is full. Nothing of the edit was written; free some space and try again.
    #[error("the disk is full; nothing was written, free some space and try again")]
    DiskFull,
    /// Another process has held the file's lock longer than the timeout.
    #[error("the story is busy in another program; try again")]
    Busy,
    /// An input over its size limit.
    #[error("{what} is too large: {size} bytes, at most {limit}")]
    TooLarge {
        /// What is too large, for display.
        what: String,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// Cancelled by the caller.
    #[error("stopped")]
    Cancelled,
    /// The file system reported an error.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The underlying error.
        source: std::io::Error,
    },
    /// SQLite failed unexpectedly.
    #[error("the story file failed: {0}")]
    Sqlite(#[source] rusqlite::Error),
}

impl StoreError {
    /// The error of a story that has been closed.
    pub(crate) fn closed() -> Self {
        Self::ReadOnly {
            why: "it has been closed".to_owned(),
        }
    }

    /// The same error with the path filled in, if SQLite reports that the file itself is at fault.
    pub(crate) fn at(self, path: &Path) -> Self {
        let Self::Sqlite(error) = self else {
            return self;
        };
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => Self::Corrupt {
                path,
                why: error.to_string(),
            },
            Some(ErrorCode::NotADatabase) => Self::NotAStory {
                path,
                why: error.to_string(),
            },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Self::Io {
                path,
                source: std::io::Error::other(error),
            },
            _ if does_not_fit(&error) => Self::Corrupt {
                path,
                why: error.to_string(),
            },
            _ => Self::Sqlite(error),
        }
    }

    /// A copy of the error, for several callers that fail together.
    pub(crate) fn repeat(&self) -> Self {
        match self {
            Self::Busy => Self::Busy,
            Self::ReadOnly { why } => Self::ReadOnly { why: why.clone() },
            Self::Corrupt { path, why } => Self::Corrupt {
                path: path.clone(),
                why: why.clone(),
            },
            Self::HashMismatch { slot, number } => Self::HashMismatch {
                slot: slot.clone(),
                number: *number,
            },
            Self::Io { path, source } => Self::Io {
                path: path.clone(),
                source: source.kind().into(),
            },
            Self::Sqlite(rusqlite::Error::SqliteFailure(code, text)) => {
                Self::Sqlite(rusqlite::Error::SqliteFailure(*code, text.clone()))
            }
            Self::DiskFull => Self::DiskFull,
            Self::UnexpectedContent { path, why } => Self::UnexpectedContent {
                path: path.clone(),
                why: why.clone(),
            },
            other => Self::ReadOnly {
                why: other.to_string(),
            },
        }
    }

    /// Data of a built-in part or a capability that is not admissible.
    pub(crate) fn invalid(capability: &str, why: impl Into<String>) -> Self {
        Self::InvalidData {
            capability: capability.to_owned(),
            why: why.into(),
        }
    }

    /// A named item that does not exist.
    pub(crate) fn not_found(what: impl Into<MissingItem>) -> Self {
        Self::NotFound { what: what.into() }
    }
}

/// Whether a value that was read is none that Storyteller writes, or a row is missing.
fn does_not_fit(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
            | Error::QueryReturnedNoRows
    )
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        // A full disk while growing the write-ahead log's index gives this code, not SQLITE_FULL.
        let index_full = rusqlite::ffi::SQLITE_IOERR_SHMSIZE;
        if error
            .sqlite_error()
            .is_some_and(|it| it.extended_code == index_full)
        {
            return Self::DiskFull;
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly {
                why: "the file or its folder cannot be written to".to_owned(),
            },
            _ => Self::Sqlite(error),
        }
    }
}
