//! `GET /assets/{hash}`: a stored picture or sound of an open story; what may be shown is the window
//! face's to say.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use capability::Code;

use super::Entrance;
use super::call::refusal;
use crate::faces::window::picture;

/// Gives a stored asset.
pub(super) async fn asset(State(entrance): State<Entrance>, Path(hash): Path<String>) -> Response {
    let desk = entrance.desk.clone();
    match tokio::task::spawn_blocking(move || picture::answer(&desk, &hash)).await {
        Ok(answer) => answer.map(Body::from),
        Err(error) => {
            tracing::error!(%error, "reading an asset fell");
            let message = "the program failed for a reason of its own";
            refusal(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
        }
    }
}
