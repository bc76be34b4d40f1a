//! What a window sends and receives, whatever the transport: the desktop's own channel, or HTTP.
//!
//! One call: `{"story":…,"name":…,"args":{…},"origin":…}`. A tool of the workspace goes to the
//! workspace's registry, any other to that of the story. The caller is whoever the transport has
//! authenticated; nothing in the call names it. Not here: transport, and who is admitted at all.

mod opened_files;
pub mod picture;
mod windows;

use std::sync::Arc;

use async_trait::async_trait;
use capability::{Answer, Approver, Caller, Principal, Question, Role};
use model::conversation::ToolCall;
use model::{DraftId, NodeId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

pub use self::opened_files::{files_from_args, open_message, read_import_file};
pub use self::windows::{EventSink, WindowRegistry};
use super::wire;
use crate::workspace_tools::WorkspaceRegistry;
use crate::{Failure, Studio};

/// The longest origin of a window, in bytes.
const MAX_ORIGIN_BYTES: usize = 200;
/// The former name under which a slash command is answered with its own record.
const FORMER_SLASH_COMMAND: &str = "desk_slash";

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
    /// The window's own label, the same for as long as it is open. It tells the windows of one person
    /// apart, so that each ignores its own changes; it is not an identity.
    origin: String,
    /// The call's id; one sent again under the same id is answered with its first outcome.
    id: Option<String>,
    /// Whether the person has said yes to what the call costs; only the owner of the workspace can.
    #[serde(default)]
    confirmed: bool,
}

impl WindowRequest {
    /// The window's origin.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    fn approver(&self, principal: &Principal) -> Arc<dyn Approver> {
        match self.confirmed && principal.role == Role::Owner {
            true => Arc::new(ConfirmedByPerson),
            false => Arc::new(NotYetConfirmed),
        }
    }

    /// Whether its origin is invalid. The part before a slash is the interface, which here is
    /// `window`: no page can mark its changes as those of a terminal or an agent.
    pub fn has_invalid_origin(&self) -> bool {
        let name = &self.origin;
        let is_of_window = name
            .split_once('/')
            .is_none_or(|(way, rest)| way == "window" && !rest.contains('/'));
        name.is_empty()
            || name.len() > MAX_ORIGIN_BYTES
            || name.contains(char::is_control)
            || !is_of_window
    }
}

/// Runs one call of an authenticated principal to its end: reloading a page must not abort what it
/// requested. A failure is an answer, too; `None` if the program itself panicked.
pub async fn handle_request(
    tools: &Arc<WorkspaceRegistry>,
    principal: &Principal,
    request: WindowRequest,
    stop: CancellationToken,
) -> Option<Value> {
    let (tools, principal) = (Arc::clone(tools), principal.clone());
    let handled = tokio::spawn(async move {
        if request.has_invalid_origin() {
            let message = "the call does not say which window it comes from";
            return failure(&Failure::invalid(message));
        }
        if tools.spec(&request.name).is_some() {
            return call_workspace(&tools, &principal, request, stop).await;
        }
        match tools.services().studio(&request.story).await {
            Ok(studio) => {
                let caller = Caller {
                    cancelled: stop,
                    ..story_caller(&studio, &principal, &request)
                };
                let call = ToolCall {
                    id: request.id,
                    name: request.name,
                    args: Value::Object(request.args),
                };
                wire::record(&studio.call(&caller, call).await)
            }
            // An error about a misspelled workspace tool needs no story.
            Err(_) if !is_story_tool(&request.name) => {
                call_workspace(&tools, &principal, request, stop).await
            }
            Err(failed) => failure(&failed),
        }
    });
    handled
        .await
        .inspect_err(|error| tracing::error!(%error, "a call panicked"))
        .ok()
}

fn is_story_tool(name: &str) -> bool {
    name == "project_cli" || Studio::specs().iter().any(|it| it.is_called(name))
}

/// Calls a tool of the workspace. The answer does not repeat the arguments: they may contain a key
/// or a whole file.
async fn call_workspace(
    tools: &WorkspaceRegistry,
    principal: &Principal,
    request: WindowRequest,
    stop: CancellationToken,
) -> Value {
    let approver = request.approver(principal);
    let caller = Caller {
        cancelled: stop,
        node: request.node,
        draft: request.draft,
        ..tools
            .services()
            .caller(principal, &request.origin, approver)
    };
    let args = args_in_envelope(tools, &request);
    let call = ToolCall {
        id: request.id,
        name: request.name.clone(),
        args,
    };
    let mut output = tools.call(&caller, call).await;
    output.tool_call_args = json!({});
    let record = wire::record(&output);
    match request.name == FORMER_SLASH_COMMAND {
        true => command_record(record),
        false => record,
    }
}

/// The arguments of a workspace call. The story and the id of the envelope are added if the tool
/// takes them and they are not given.
fn args_in_envelope(tools: &WorkspaceRegistry, request: &WindowRequest) -> Value {
    let mut args = request.args.clone();
    let spec = tools.spec(&request.name);
    let takes = |field: &str| {
        let fields = spec.as_ref().and_then(|it| it.schema.get("properties"));
        fields.is_some_and(|it| it.get(field).is_some())
    };
    let beside = [
        ("story", Some(&request.story).filter(|it| !it.is_empty())),
        ("id", request.id.as_ref()),
    ];
    for (field, value) in beside {
        if let Some(value) = value.filter(|_| takes(field) && !args.contains_key(field)) {
            args.insert(field.to_owned(), json!(value));
        }
    }
    Value::Object(args)
}

/// The answer in the form of `desk_slash`: the record of the command itself, with its conversation.
fn command_record(answer: Value) -> Value {
    let Some(data) = answer.pointer("/result/data") else {
        // A line that could not be parsed is not a tool call.
        let mut answer = answer;
        answer["tool_name"] = json!("");
        return answer;
    };
    let mut record = data["record"].clone();
    if !data["thread"].is_null() {
        record["thread"] = data["thread"].clone();
        record["turn"] = data["turn"].clone();
    }
    record
}

/// A failure in the form of an answer, for calls that never reached a registry.
pub fn failure(failure: &Failure) -> Value {
    json!({
        "tool_name": "",
        "tool_call_id": "",
        "tool_call_args": {},
        "status": "failure",
        "error": failure.report(),
    })
}

/// The answer of a call that only the desktop window has, in the form of a tool's answer. It does
/// not repeat the arguments.
pub fn success(name: &str, data: Value) -> Value {
    let (module, method) = name.split_once('_').unwrap_or(("window", name));
    json!({
        "tool_name": name,
        "tool_call_id": "",
        "tool_call_args": {},
        "status": "success",
        "result": { "module": module, "method": method, "data": data },
    })
}

/// The caller in a story. Its id is derived from the principal and the window's label, so that a
/// repeated call is recognized.
fn story_caller(studio: &Studio, principal: &Principal, request: &WindowRequest) -> Caller {
    Caller {
        node: request.node,
        draft: request.draft,
        ..studio.caller(principal, &request.origin, request.approver(principal))
    }
}

/// The window has asked the person, who approved.
struct ConfirmedByPerson;

#[async_trait]
impl Approver for ConfirmedByPerson {
    async fn ask(&self, _: Question) -> Answer {
        Answer::Approve
    }
}

/// The person has not been asked yet; the window asks and calls again.
struct NotYetConfirmed;

#[async_trait]
impl Approver for NotYetConfirmed {
    async fn ask(&self, _: Question) -> Answer {
        Answer::NotAsked
    }
}

#[cfg(test)]
mod tests;
