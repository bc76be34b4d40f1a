//! Pictures and sounds, kept once under the hash of their bytes.

use model::{AssetId, ContentHash};
use rusqlite::{Connection, OptionalExtension};

use crate::edit::limit;
use crate::{Edit, MAX_ASSET, StoreError, columns};

/// A stored picture or sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its name: the hash of its bytes.
    pub id: AssetId,
    /// For instance `image/png`.
    pub mime: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

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
    Ok(statement.query_row([id.0], read).optional()?)
}

impl Edit<'_> {
    /// Keeps a picture or sound. Kept for as long as some version names it: every string in data
    /// that is the hash of a kept asset counts as naming it.
    pub fn attach(&mut self, bytes: &[u8], mime: &str) -> Result<AssetId, StoreError> {
        limit("the asset", bytes.len(), MAX_ASSET)?;
        let id = ContentHash::of(bytes);
        self.conn()
            .prepare_cached(
                "INSERT INTO asset (hash, mime, bytes) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            )?
            .execute((id.0, mime, bytes))?;
        Ok(id)
    }
}
