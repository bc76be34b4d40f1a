//! Pictures and sounds put beside the data that names them.

use model::{AssetId, ContentHash};

use super::Edit;
use crate::StoreError;
use crate::rules::{MAX_ASSET, limit};

impl Edit<'_> {
    /// Keeps a picture or sound. Kept for as long as some version names it: every string in data
    /// that is the hash of a kept asset counts as naming it.
    pub fn attach(&mut self, bytes: &[u8], mime: &str) -> Result<AssetId, StoreError> {
        limit("the asset", bytes.len(), MAX_ASSET)?;
        let id = ContentHash::of(bytes);
        self.conn()
            .prepare_cached(
                "INSERT INTO asset (hash, mime, bytes) VALUES (?1, ?2, ?3) \
                 ON CONFLICT DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes",
            )?
            .execute((id.0, mime, bytes))?;
        Ok(id)
    }
}
