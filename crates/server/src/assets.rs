//! `GET /assets/{hash}`: a stored picture or sound of an open story; `host::interfaces::window` decides
//! what may be shown.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use capability::Code;

use super::ServerState;
use super::call::error_response;
use host::interfaces::window::picture;

/// Serves a stored asset.
pub(super) async fn asset(State(state): State<ServerState>, Path(hash): Path<String>) -> Response {
    let workspace = state.workspace().clone();
    match tokio::task::spawn_blocking(move || picture::respond(&workspace, &hash)).await {
        Ok(answer) => answer.map(Body::from),
        Err(error) => {
            tracing::error!(%error, "reading an asset fell");
            let message = "the program failed because of an internal error";
            error_response(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
        }
    }
}
