//! `POST /api/call`: one call of the person at the window. What the door answers comes back with
//! status 200, failures too; another status means that the door never saw the call.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use capability::Code;
use serde_json::Value;

use super::Entrance;
use crate::faces::Failure;
use crate::faces::window::{self, Wish};

/// Carries out one call.
pub(super) async fn call(
    State(entrance): State<Entrance>,
    wish: Result<Json<Wish>, JsonRejection>,
) -> Response {
    let wish = match wish {
        Ok(Json(wish)) => wish,
        Err(rejection) => {
            let message = format!("the call cannot be read: {}", rejection.body_text());
            return refusal(rejection.status(), Code::InvalidActionInput, &message);
        }
    };
    if wish.is_nameless() {
        let message = "the call does not say which window it comes from";
        return refusal(StatusCode::BAD_REQUEST, Code::InvalidActionInput, message);
    }
    let stop = entrance.stop.child_token();
    match window::carry_out(&entrance.desk, wish, stop).await {
        Some(record) => answered(StatusCode::OK, record),
        None => answered(
            StatusCode::INTERNAL_SERVER_ERROR,
            window::failure(&window::fallen()),
        ),
    }
}

/// A failure in the form of an answer, for what never reached the door.
pub(super) fn refusal(status: StatusCode, code: Code, message: &str) -> Response {
    answered(status, window::failure(&Failure::new(code, message)))
}

fn answered(status: StatusCode, record: Value) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(record)).into_response()
}
