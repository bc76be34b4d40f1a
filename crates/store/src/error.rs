//! What can go wrong with a story file, named by what the caller may do about it.

use std::path::{Path, PathBuf};

use model::{Author, Slot, Timestamp, VersionRef};
use rusqlite::ErrorCode;
use serde_json::Value;

use crate::Absent;

/// Where a file is damaged and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// The slot concerned, where it is one version that does not match its hash.
    pub slot: Option<Slot>,
    /// What was found, in words.
    pub what: String,
}

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no story at {path}")]
    Missing {
        /// The path asked for.
        path: PathBuf,
    },
    /// A new story was to be made where a file stands already.
    #[error("{path} exists already; choose another name, or open it")]
    Exists {
        /// The path asked for.
        path: PathBuf,
    },
    /// A new file was to be made in a folder that is not there.
    #[error("{path} cannot be made: its folder is not there; make the folder first")]
    NoFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// The file is not a story at all.
    #[error("{path} is not a story file: {why}")]
    NotAStory {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
    /// The file has our mark but holds what no story of ours holds.
    #[error("{path} was not made by Storyteller and is not opened: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is in it that should not be.
        why: String,
    },
    /// The file ends too early.
    #[error("{path} is cut short: {why}; restore it from a copy")]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Sizes expected and found.
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
    Altered {
        /// Whose.
        slot: Slot,
        /// Which.
        number: u32,
    },
    /// The story is open for reading only.
    #[error("the story is open for reading only: {why}")]
    ReadOnly {
        /// Why.
        why: String,
    },
    /// Data that the capability's schema does not admit.
    #[error("data of {capability} is not valid: {why}")]
    InvalidData {
        /// Whose data.
        capability: String,
        /// Where and why.
        why: String,
    },
    /// What cannot stand in the story without something that is not there: of a draft, without another
    /// piece of it.
    #[error("{slot} needs {missing}, which the story does not have; adopt or drop both together")]
    Loose {
        /// What would stand.
        slot: Slot,
        /// What is not there, in words.
        missing: String,
    },
    /// The thing named does not exist.
    #[error("there is no {what}")]
    NotFound {
        /// What was looked for: "node 1234abcd".
        what: Absent,
    },
    /// The slot has moved since: an edit stated a base that is no longer adopted, an undo's target
    /// was written over, a draft's piece has a newer base.
    #[error("{what}: {slot} has changed since ({by} at {time})")]
    Moved {
        /// What was tried, in words.
        what: String,
        /// The slot that moved.
        slot: Slot,
        /// What the caller built on.
        expected: Option<VersionRef>,
        /// What is adopted now.
        found: Option<VersionRef>,
        /// Who moved it, by name.
        by: String,
        /// Who moved it.
        author: Author,
        /// When.
        time: Timestamp,
    },
    /// There is nothing to undo or redo.
    #[error("there is nothing to {what}")]
    NothingTo {
        /// "undo" or "redo".
        what: &'static str,
    },
    /// The version is known, but compaction dropped its body.
    #[error("version {number} of {slot} was dropped by compaction and cannot be read or adopted")]
    Compacted {
        /// Whose.
        slot: Slot,
        /// Which.
        number: u32,
    },
    /// The call was committed before; here is what it answered then.
    #[error("this call has been carried out already")]
    AlreadyDone {
        /// What its edit returned.
        outcome: Value,
    },
    /// The call id was used before for other arguments.
    #[error("call id {call:?} was used before with other arguments; use a new id")]
    CallMismatch {
        /// The call id.
        call: String,
    },
    /// The disk is full. Nothing of the edit was written; free some space and try again.
    #[error("the disk is full; nothing was written, free some space and try again")]
    DiskFull,
    /// Another process holds the file for longer than we wait.
    #[error("the story is busy in another program; try again")]
    Busy,
    /// An input too large to be kept.
    #[error("{what} is too large: {size} bytes, at most {limit}")]
    TooLarge {
        /// What, in words.
        what: String,
        /// Its size in bytes.
        size: usize,
        /// The bound in bytes.
        limit: usize,
    },
    /// Stopped at the caller's wish.
    #[error("stopped")]
    Cancelled,
    /// The file system said no.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
    /// SQLite failed in a way not foreseen.
    #[error("the story file failed: {0}")]
    Sqlite(#[source] rusqlite::Error),
}

impl StoreError {
    /// The same failure with the file named, where SQLite found the file itself at fault.
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
            _ => Self::Sqlite(error),
        }
    }

    /// The same failure again, for each of several who fail together.
    pub(crate) fn repeat(&self) -> Self {
        match self {
            Self::Busy => Self::Busy,
            Self::ReadOnly { why } => Self::ReadOnly { why: why.clone() },
            Self::Corrupt { path, why } => Self::Corrupt {
                path: path.clone(),
                why: why.clone(),
            },
            Self::Altered { slot, number } => Self::Altered {
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
            other => Self::ReadOnly {
                why: other.to_string(),
            },
        }
    }

    /// A built-in part or a capability's data that is not admissible.
    pub(crate) fn invalid(capability: &str, why: impl Into<String>) -> Self {
        Self::InvalidData {
            capability: capability.to_owned(),
            why: why.into(),
        }
    }

    /// Something named that does not exist.
    pub(crate) fn not_found(what: impl Into<Absent>) -> Self {
        Self::NotFound { what: what.into() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        // A full disk shows in the write-ahead log's index as this code and not as SQLITE_FULL.
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
