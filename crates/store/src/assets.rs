//! Pictures and sounds, stored once each under the hash of their bytes.

use model::{AssetId, ContentHash};
use rusqlite::{Connection, OptionalExtension};

use crate::{StoreError, columns};

/// A stored picture or sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its id: the hash of its bytes.
    pub id: AssetId,
    /// Its media type, for instance `image/png`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Reads a picture or sound and compares it with its hash.
pub(crate) fn asset(conn: &Connection, id: AssetId) -> Result<Option<Asset>, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT hash, mime, bytes FROM asset WHERE hash = ?1")?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Asset {
            id: columns::hash(row, 0)?,
            mime: row.get(1)?,
            bytes: row.get(2)?,
        })
    };
    let found = statement.query_row([id.0], read).optional()?;
    if found
        .as_ref()
        .is_some_and(|it| ContentHash::of(&it.bytes) != id)
    {
        return Err(StoreError::DamagedAsset { id });
    }
    Ok(found)
}
