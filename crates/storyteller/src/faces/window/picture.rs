//! Stored pictures and sounds for a window, by the hash of their bytes and nothing else. Whatever a
//! story holds, it is never a page: it cannot run a script or reach anything.

use model::AssetId;

use crate::Desk;
use crate::faces::Failure;

/// The policy every picture goes out with: nothing loads from within, nothing runs.
pub const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Bytes to show, and as what.
pub struct Picture {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their type; one that is neither picture nor sound is given as plain bytes.
    pub mime: String,
    /// Whether it may be shown; else it may only be saved.
    pub shown: bool,
}

/// Finds a picture among the open stories. It may wait for the disk.
pub fn find(desk: &Desk, hash: &str) -> Result<Option<Picture>, Failure> {
    let Ok(id) = hash.parse::<AssetId>() else {
        return Ok(None);
    };
    let asset = desk.asset(id).inspect_err(|error| {
        tracing::warn!(%error, "an asset could not be read");
    })?;
    Ok(asset.map(|it| Picture::new(it.bytes, it.mime)))
}

impl Picture {
    /// Bytes of a type as a story names it, which may be anything.
    pub(crate) fn new(bytes: Vec<u8>, mime: String) -> Self {
        let plain = mime.bytes().all(|it| it.is_ascii_graphic());
        let kinds = ["image/", "audio/", "video/"];
        let shown = plain && kinds.iter().any(|it| mime.starts_with(it));
        let mime = match shown {
            true => mime,
            false => "application/octet-stream".to_owned(),
        };
        Self { bytes, mime, shown }
    }
}
