//! The bytes of a picture or a sound that a tool is given: a file as base64, or an asset of the story by
//! its hash.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{ToolContext, ToolError};

/// The largest accepted file, in bytes; as base64 it still fits into one HTTP call.
pub(crate) const MAX_FILE_BYTES: usize = 12 << 20;
/// The fewest characters of a hash that name an asset.
const MIN_HASH: usize = 8;

/// Decodes the bytes of a file; also accepts a data URL, as pages and the clipboard provide. `None` if the
/// file is too large.
pub(crate) fn decoded(content: &str) -> Result<Option<Vec<u8>>, ToolError> {
    let text = content.trim();
    let base64 = match text.strip_prefix("data:") {
        Some(rest) => rest.split_once(";base64,").map_or(text, |it| it.1),
        None => text,
    };
    // Four characters are three bytes: rejects a too large file before decoding it.
    if base64.len() / 4 * 3 > MAX_FILE_BYTES + 3 {
        return Ok(None);
    }
    let bytes = STANDARD.decode(base64).map_err(|error| {
        ToolError::invalid("/content", format!("the content is not base64: {error}"))
    })?;
    if bytes.is_empty() {
        let empty = ToolError::invalid("/content", "the file is empty");
        return Err(empty.said(&formats::FormatErrorKind::FileEmpty {}));
    }
    Ok(Some(bytes).filter(|it| it.len() <= MAX_FILE_BYTES))
}

/// The bytes of an asset of the story, by its hash or the first characters of it; `None` if it has none, or
/// several.
pub(crate) fn stored(cx: &ToolContext, hash: &str) -> Result<Option<Vec<u8>>, ToolError> {
    let named = match hash.len() {
        MIN_HASH.. => cx.story().assets_starting_with(hash)?,
        _ => Vec::new(),
    };
    let [id] = named[..] else {
        return Ok(None);
    };
    Ok(cx.story().asset(id)?.map(|it| it.bytes))
}

/// A hash as somebody wrote it, perhaps shortened.
pub(crate) fn trimmed_hash(hash: &str) -> &str {
    hash.trim().trim_end_matches('…')
}
