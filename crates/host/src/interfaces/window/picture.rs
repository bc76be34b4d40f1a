//! Serves stored pictures and sounds to a window, by the hash of their bytes and nothing else. A
//! stored file is never served as a page: it cannot run a script or load anything.

use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderValue, Response, StatusCode};
use model::AssetId;

use crate::Failure;
use crate::Workspace;

/// The policy sent with every picture: it loads nothing and runs nothing. A drawing (SVG) keeps its
/// own styles, which affect only itself.
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Bytes to serve, with their type.
pub struct ServedMedia {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Their type; anything but a picture or sound is served as plain bytes.
    pub mime: String,
    /// Whether it may be shown; otherwise it can only be saved.
    pub inline: bool,
}

/// Answers a request for a picture of any open story. It may wait for the disk.
pub fn respond(workspace: &Workspace, hash: &str) -> Response<Vec<u8>> {
    let words = |status, message: &str| {
        let mut response = Response::new(message.as_bytes().to_vec());
        *response.status_mut() = status;
        response
    };
    match find(workspace, hash) {
        Ok(Some(picture)) => media_response(picture),
        Ok(None) => words(
            StatusCode::NOT_FOUND,
            "the story has no such picture or sound",
        ),
        Err(failed) => words(
            StatusCode::SERVICE_UNAVAILABLE,
            &format!("the story cannot be read: {}", failed.report().message),
        ),
    }
}

/// The response with the bytes.
pub fn media_response(picture: ServedMedia) -> Response<Vec<u8>> {
    let disposition = match picture.inline {
        true => "inline",
        false => "attachment",
    };
    let plain = HeaderValue::from_static("application/octet-stream");
    let mime = HeaderValue::from_str(&picture.mime).unwrap_or(plain);
    let mut response = Response::new(picture.bytes);
    let mut head = |name, value| drop(response.headers_mut().insert(name, value));
    head(CONTENT_TYPE, mime);
    head(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    head(CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX));
    head(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // A hash always names the same bytes.
    let forever = "private, max-age=31536000, immutable";
    head(CACHE_CONTROL, HeaderValue::from_static(forever));
    response
}

/// Finds a picture among the open stories.
fn find(workspace: &Workspace, hash: &str) -> Result<Option<ServedMedia>, Failure> {
    let Ok(id) = hash.parse::<AssetId>() else {
        return Ok(None);
    };
    let asset = workspace.asset(id).inspect_err(|error| {
        tracing::warn!(%error, "an asset could not be read");
    })?;
    Ok(asset.map(|it| ServedMedia::new(it.bytes, it.mime)))
}

impl ServedMedia {
    /// Bytes with the type from a story, which may be anything.
    pub fn new(bytes: Vec<u8>, mime: String) -> Self {
        let plain = mime.bytes().all(|it| it.is_ascii_graphic());
        let kinds = ["image/", "audio/", "video/"];
        let inline = plain && kinds.iter().any(|it| mime.starts_with(it));
        let mime = match inline {
            true => mime,
            false => "application/octet-stream".to_owned(),
        };
        Self {
            bytes,
            mime,
            inline,
        }
    }
}
