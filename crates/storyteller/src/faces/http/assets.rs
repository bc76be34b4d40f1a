//! `GET /assets/{hash}`: a stored picture or sound, by the hash of its bytes and nothing else.
//! Whatever a story holds, it is never a page: it cannot run a script or reach anything.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use capability::Code;
use model::AssetId;

use super::Entrance;
use super::call::refusal;

/// Nothing loads from within, nothing runs.
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Gives a stored asset.
pub(super) async fn asset(State(entrance): State<Entrance>, Path(hash): Path<String>) -> Response {
    let missing = || {
        let message = "the story holds no such picture or sound";
        refusal(StatusCode::NOT_FOUND, Code::NotFound, message)
    };
    let Ok(id) = hash.parse::<AssetId>() else {
        return missing();
    };
    let view = entrance.studio.store().view(None);
    match tokio::task::spawn_blocking(move || view.asset(id)).await {
        Ok(Ok(Some(asset))) => sent(asset.bytes, &asset.mime),
        Ok(Ok(None)) => missing(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "an asset could not be read");
            let message = format!("the story cannot be read: {error}");
            refusal(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, &message)
        }
        Err(error) => {
            tracing::error!(%error, "reading an asset fell");
            let message = "the program failed for a reason of its own";
            refusal(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
        }
    }
}

pub(super) fn sent(bytes: Vec<u8>, mime: &str) -> Response {
    let shown = ["image/", "audio/", "video/"]
        .iter()
        .any(|it| mime.starts_with(it));
    let (mime, disposition) = match HeaderValue::from_str(mime) {
        Ok(mime) if shown => (mime, "inline"),
        _ => (
            HeaderValue::from_static("application/octet-stream"),
            "attachment",
        ),
    };
    let headers = [
        (CONTENT_TYPE, mime),
        (CONTENT_DISPOSITION, HeaderValue::from_static(disposition)),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX)),
        // A hash names its bytes forever.
        (
            CACHE_CONTROL,
            HeaderValue::from_static("private, max-age=31536000, immutable"),
        ),
    ];
    (headers, Body::from(bytes)).into_response()
}
