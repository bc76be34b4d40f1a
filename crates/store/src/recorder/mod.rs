//! What each transaction writes, row by row, for copies of the story on other computers.
//!
//! Enter through [`Recorder`]. Not here: the application to a copy, which is `crate::replica`.

pub(crate) mod encoding;
pub(crate) mod tables;
mod transaction;

use std::fmt;

use model::ContentHash;
use rusqlite::Connection;

pub(crate) use self::transaction::Recorder;
use crate::StoreError;

/// The checksums of all rows of a story: two files with the same are the same story, with the same
/// history.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; Self::BYTES]);

/// What one transaction wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowBatch {
    /// The number of the newest change afterwards.
    pub number: u64,
    /// The story before.
    pub before: Fingerprint,
    /// The story afterwards.
    pub after: Fingerprint,
    /// The rows; only [`Store::apply`] reads them.
    pub rows: Vec<u8>,
}

/// What was written since the last report.
#[derive(Debug)]
pub enum Written {
    /// These rows.
    Rows(Box<RowBatch>),
    /// Something that is not known row by row, such as the edits of another program: a copy needs a
    /// new [`Store::snapshot`].
    Unknown,
}

impl Fingerprint {
    /// Its length in bytes.
    pub const BYTES: usize = 96;

    /// From its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn of(conn: &Connection) -> Result<Self, StoreError> {
        let mut bytes = Vec::with_capacity(Self::BYTES);
        let mut statement = conn.prepare_cached("SELECT source, adopted, graph FROM checksum")?;
        statement.query_row([], |row| {
            for column in 0..3 {
                bytes.extend_from_slice(row.get_ref(column)?.as_blob()?);
            }
            Ok(())
        })?;
        Self::from_bytes(&bytes).ok_or_else(|| unfit("its checksums are unreadable"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", ContentHash::of(&self.0))
    }
}

pub(crate) fn unfit(why: &str) -> StoreError {
    StoreError::invalid("the copy of the story", why)
}
