//! What a window says and hears, whatever carries it: the desktop's own channel, or HTTP.
//!
//! One call: `{"story":…,"name":…,"args":{…},"origin":…}`. A name that begins with `desk_` is a verb
//! of the [`Workspace`](crate::Workspace) itself (`commands`); any other is a tool of that story, and goes through
//! the door. Not here: transport, and who may come in at all.

mod commands;
mod opened_files;
pub mod picture;
mod slash;
mod windows;

use std::sync::Arc;

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Question};
use model::conversation::ToolCall;
use model::{DraftId, NodeId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

pub use self::opened_files::{files_from_args, open_message, read_import_file};
pub use self::windows::{EventSink, WindowRegistry};
use super::wire;
use crate::{Failure, Studio, Workspace};

/// The longest name of a window, in bytes.
const MAX_ORIGIN_BYTES: usize = 200;
/// What the names of the workspace's own verbs begin with.
const WORKSPACE_PREFIX: &str = "desk_";
/// The verb for lines that begin with a slash.
const SLASH_COMMAND: &str = "desk_slash";

/// A call as a window sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowRequest {
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

impl WindowRequest {
    /// The window's own name.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether it names no window.
    pub fn has_invalid_origin(&self) -> bool {
        let name = &self.origin;
        name.is_empty() || name.len() > MAX_ORIGIN_BYTES || name.contains(char::is_control)
    }
}

/// Carries out one call of the person at a window, to its end: a page that is loaded anew must not
/// tear off what it asked for. Failure is an answer too; `None` where the program itself fell.
pub async fn handle_request(
    workspace: &Workspace,
    request: WindowRequest,
    stop: CancellationToken,
) -> Option<Value> {
    let workspace = workspace.clone();
    let carried = tokio::spawn(async move {
        if request.has_invalid_origin() {
            let message = "the call does not say which window it comes from";
            return failure(&Failure::invalid(message));
        }
        if request.name == SLASH_COMMAND {
            let told = slash::run(&workspace, request, stop).await;
            return told.unwrap_or_else(|failed| failure(&failed));
        }
        if let Some(command) = request.name.strip_prefix(WORKSPACE_PREFIX) {
            return match commands::run(&workspace, command, &request).await {
                Ok(data) => success(&request.name, data),
                Err(failed) => failure(&failed),
            };
        }
        match workspace.studio(&request.story).await {
            Ok(studio) => {
                let caller = Caller {
                    cancelled: stop,
                    ..person(&studio, &request)
                };
                let call = ToolCall {
                    id: request.id,
                    name: request.name,
                    args: Value::Object(request.args),
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
    let module = name.split_once('_').map_or("workspace", |it| it.0);
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
fn person(studio: &Studio, request: &WindowRequest) -> Caller {
    let asked: Arc<dyn Approver> = match request.confirmed {
        true => Arc::new(ConfirmedByPerson),
        false => Arc::new(NotYetConfirmed),
    };
    Caller {
        id: format!("http/{}", request.origin),
        origin: Some(request.origin.clone()),
        node: request.node,
        draft: request.draft,
        ..studio.person("window", asked)
    }
}

/// The person has been asked by the window and said yes.
struct ConfirmedByPerson;

#[async_trait]
impl Approver for ConfirmedByPerson {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// The person has not been asked; the window asks and calls again.
struct NotYetConfirmed;

#[async_trait]
impl Approver for NotYetConfirmed {
    async fn ask(&self, _: Question) -> Answer {
        Answer::NotAsked
    }
}

#[cfg(test)]
mod tests;
