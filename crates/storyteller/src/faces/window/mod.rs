//! What a window says and hears, whatever carries it: the desktop's own channel, or HTTP.
//!
//! One call: `{"story":…,"name":…,"args":{…},"origin":…}`. A name that begins with `desk_` is a verb
//! of the [`Desk`](crate::Desk) itself (`verbs`); any other is a tool of that story, and goes through
//! the door. Not here: transport, and who may come in at all.

mod outside;
pub mod picture;
mod slash;
mod verbs;
mod windows;

use std::sync::Arc;

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Code, Question};
use model::talk::ToolCall;
use model::{DraftId, NodeId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

pub use self::outside::{files_among, opening, read};
pub use self::windows::{Say, Windows};
use super::{DeskRefusal, Failure, wire};
use crate::{Desk, Studio};

/// The longest name of a window, in bytes.
const LONGEST_ORIGIN: usize = 200;
/// What the names of the desk's own verbs begin with.
const DESK: &str = "desk_";
/// The verb for lines that begin with a slash.
const SLASH: &str = "desk_slash";

/// A call as a window sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The story it is for; empty: the only one that is open.
    #[serde(default)]
    story: String,
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

impl Wish {
    /// The window's own name.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether it names no window.
    pub fn is_nameless(&self) -> bool {
        let name = &self.origin;
        name.is_empty() || name.len() > LONGEST_ORIGIN || name.contains(char::is_control)
    }
}

/// Carries out one call of the person at a window, to its end: a page that is loaded anew must not
/// tear off what it asked for. Failure is an answer too; `None` where the program itself fell.
pub async fn carry_out(desk: &Desk, wish: Wish, stop: CancellationToken) -> Option<Value> {
    let desk = desk.clone();
    let carried = tokio::spawn(async move {
        if wish.is_nameless() {
            let message = "the call does not say which window it comes from";
            return failure(&Failure::invalid(message));
        }
        if wish.name == SLASH {
            let told = slash::run(&desk, wish, stop).await;
            return told.unwrap_or_else(|failed| failure(&failed));
        }
        if let Some(verb) = wish.name.strip_prefix(DESK) {
            return match verbs::run(&desk, verb, &wish).await {
                Ok(data) => success(&wish.name, data),
                Err(failed) => failure(&failed),
            };
        }
        match desk.studio(&wish.story).await {
            Ok(studio) => {
                let caller = Caller {
                    cancelled: stop,
                    ..person(&studio, &wish)
                };
                let call = ToolCall {
                    id: wish.id,
                    name: wish.name,
                    args: Value::Object(wish.args),
                };
                wire::record(&studio.call(&caller, call).await)
            }
            Err(failed) => failure(&failed),
        }
    });
    carried
        .await
        .inspect_err(|error| tracing::error!(%error, "a call fell"))
        .ok()
}

/// What is said where [`carry_out`] has no answer.
pub fn fallen() -> Failure {
    Failure::new(Code::Internal, DeskRefusal::ProgramFell {})
}

/// A failure in the form of an answer, for what never reached the door.
pub fn failure(failure: &Failure) -> Value {
    json!({
        "tool_name": "",
        "tool_call_id": "",
        "tool_call_args": {},
        "status": "failure",
        "error": failure.report(),
    })
}

/// The answer of a verb in the form of a tool's. What was asked is not repeated: it may be a key.
pub fn success(name: &str, data: Value) -> Value {
    let method = name.split_once('_').map_or(name, |it| it.1);
    let module = name.split_once('_').map_or("desk", |it| it.0);
    json!({
        "tool_name": name,
        "tool_call_id": "",
        "tool_call_args": {},
        "status": "success",
        "result": { "module": module, "method": method, "data": data },
    })
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
    async fn ask(&self, _: Question) -> Answer {
        Answer::Unasked
    }
}
