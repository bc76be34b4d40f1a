//! `POST /api/call`: one tool call by the token's owner, the person at the window. The registry's
//! answer has status 200, also for failures; another status means that the call never reached the
//! registry.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use capability::{Code, Principal};
use serde_json::Value;

use super::ServerState;
use host::Failure;
use host::interfaces::window::{self, WindowRequest};

/// Runs one call.
pub(super) async fn call(
    State(state): State<ServerState>,
    Extension(principal): Extension<Principal>,
    request: Result<Json<WindowRequest>, JsonRejection>,
) -> Response {
    let request = match request {
        Ok(Json(request)) => request,
        Err(rejection) => {
            let message = format!("the call cannot be read: {}", rejection.body_text());
            return error_response(rejection.status(), Code::InvalidActionInput, &message);
        }
    };
    if request.has_invalid_origin() {
        let message = "the call does not say which window it comes from";
        return error_response(StatusCode::BAD_REQUEST, Code::InvalidActionInput, message);
    }
    let stop = state.stop.child_token();
    match window::handle_request(&state.tools, &principal, request, stop).await {
        Some(record) => json_response(StatusCode::OK, record),
        None => json_response(
            StatusCode::INTERNAL_SERVER_ERROR,
            window::failure(&Failure::panicked()),
        ),
    }
}

/// A failure in the form of an answer, for a request that never reached the registry.
pub(super) fn error_response(status: StatusCode, code: Code, message: &str) -> Response {
    json_response(status, window::failure(&Failure::new(code, message)))
}

fn json_response(status: StatusCode, record: Value) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(record)).into_response()
}
