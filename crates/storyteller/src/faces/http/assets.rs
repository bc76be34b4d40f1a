//! `GET /assets/{hash}`: a stored picture or sound of an open story; what may be shown is the window
//! face's to say.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use capability::Code;

use super::Entrance;
use super::call::refusal;
use crate::faces::window::picture::{self, Picture, SANDBOX};

/// Gives a stored asset.
pub(super) async fn asset(State(entrance): State<Entrance>, Path(hash): Path<String>) -> Response {
    let desk = entrance.desk.clone();
    match tokio::task::spawn_blocking(move || picture::find(&desk, &hash)).await {
        Ok(Ok(Some(picture))) => sent(picture),
        Ok(Ok(None)) => {
            let message = "the story holds no such picture or sound";
            refusal(StatusCode::NOT_FOUND, Code::NotFound, message)
        }
        Ok(Err(failed)) => {
            let message = format!("the story cannot be read: {}", failed.report().message);
            refusal(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, &message)
        }
        Err(error) => {
            tracing::error!(%error, "reading an asset fell");
            let message = "the program failed for a reason of its own";
            refusal(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
        }
    }
}

pub(super) fn sent(picture: Picture) -> Response {
    let disposition = match picture.shown {
        true => "inline",
        false => "attachment",
    };
    let plain = HeaderValue::from_static("application/octet-stream");
    let mime = HeaderValue::from_str(&picture.mime).unwrap_or(plain);
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
    (headers, Body::from(picture.bytes)).into_response()
}
