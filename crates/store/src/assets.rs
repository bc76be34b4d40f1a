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

/// The ids that begin with these hexadecimal digits: at most two, which is enough to know whether
/// they name one.
pub(crate) fn starting_with(conn: &Connection, digits: &str) -> Result<Vec<AssetId>, StoreError> {
    let bound = |filler: &str| -> Option<AssetId> {
        let missing = 64_usize.checked_sub(digits.len())?;
        format!("{digits}{}", filler.repeat(missing)).parse().ok()
    };
    let (Some(first), Some(last)) = (bound("0"), bound("f")) else {
        return Ok(Vec::new());
    };
    let mut statement =
        conn.prepare_cached("SELECT hash FROM asset WHERE hash BETWEEN ?1 AND ?2 LIMIT 2")?;
    let found = statement.query_map([first.0, last.0], |row| columns::hash(row, 0))?;
    Ok(found.collect::<Result<_, _>>()?)
}
