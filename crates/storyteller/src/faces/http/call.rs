//! `POST /api/call`: one call of the person at the window. What the door answers comes back with
//! status 200, failures too; another status means that the door never saw the call.

use std::sync::Arc;

use async_trait::async_trait;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use capability::{Answer, Approver, Caller, Code, Question};
use model::talk::ToolCall;
use model::{DraftId, NodeId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Entrance;
use crate::Studio;
use crate::faces::wire;

/// The longest name of a window, in bytes.
const LONGEST_ORIGIN: usize = 200;

/// A call as the page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    name: String,
    #[serde(default)]
    args: Map<String, Value>,
    /// The node being edited.
    node: Option<NodeId>,
    /// The draft laid over the story.
    draft: Option<DraftId>,
    /// The window's own name, the same for as long as it is open.
    origin: String,
    /// The call's id; one sent again under the same id is answered with its first outcome.
    id: Option<String>,
    /// Whether the person has said yes to what the call costs.
    #[serde(default)]
    confirmed: bool,
}

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
    let odd =
        |it: &str| it.is_empty() || it.len() > LONGEST_ORIGIN || it.contains(char::is_control);
    if odd(&wish.origin) {
        let message = "the call does not say which window it comes from";
        return refusal(StatusCode::BAD_REQUEST, Code::InvalidActionInput, message);
    }
    let caller = Caller {
        cancelled: entrance.stop.child_token(),
        ..person(&entrance.studio, &wish)
    };
    let call = ToolCall {
        id: wish.id,
        name: wish.name,
        args: Value::Object(wish.args),
    };
    // In a task of its own: a page that is loaded anew must not tear off what it asked for.
    let carried = tokio::spawn(async move { entrance.studio.call(&caller, call).await });
    match carried.await {
        Ok(output) => answered(StatusCode::OK, wire::record(&output)),
        Err(error) => {
            tracing::error!(%error, "a call fell");
            let message = "the program failed for a reason of its own; its log names the place";
            refusal(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
        }
    }
}

/// The person at the window. The caller's id follows from the window's name, so that a call sent
/// again is known again.
fn person(studio: &Studio, wish: &Wish) -> Caller {
    let asked: Arc<dyn Approver> = match wish.confirmed {
        true => Arc::new(Confirmed),
        false => Arc::new(Unconfirmed),
    };
    Caller {
        id: format!("http/{}", wish.origin),
        origin: Some(wish.origin.clone()),
        node: wish.node,
        draft: wish.draft,
        ..studio.person("window", asked)
    }
}

/// The person has been asked by the window and said yes.
struct Confirmed;

#[async_trait]
impl Approver for Confirmed {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// The person has not been asked; the window asks and calls again.
struct Unconfirmed;

#[async_trait]
impl Approver for Unconfirmed {
    async fn ask(&self, question: Question) -> Answer {
        Answer::Reject(format!("{} needs your yes first", question.tool))
    }
}

/// A failure in the form of an answer, for what never reached the door.
pub(super) fn refusal(status: StatusCode, code: Code, message: &str) -> Response {
    let record = json!({
        "tool_name": "",
        "tool_call_id": "",
        "tool_call_args": {},
        "status": "failure",
        "error": { "code": code, "message": message },
    });
    answered(status, record)
}

fn answered(status: StatusCode, record: Value) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(record)).into_response()
}
