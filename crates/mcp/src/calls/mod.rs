//! One `tools/call` from request to result. Enter through [`call`]. Not here: what a tool does and
//! whether it may run, which the registry decides; questions (`questions.rs`) and progress
//! (`progress.rs`).

mod progress;
mod questions;

use std::sync::Arc;

use capability::{Caller, Code, ErrorReport, ToolAgentOutput};
use model::conversation::ToolCall;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, MetaObject, Resource,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::{Map, Value, json};

use self::questions::Questions;
use crate::handler::StoryServer;
use crate::resources;

/// The key of a result's metadata about the change it made, and the draft it is in.
const META: &str = "storyteller/change";

/// Runs a tool and returns its result.
pub(crate) async fn call(
    server: &StoryServer,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let studio = server.studio();
    let client = server.client(&context.extensions)?;
    let questions = Arc::new(Questions::of(&context, &request));
    let arguments = request.arguments.unwrap_or_default();
    let call = ToolCall {
        id: Some(studio.world().new_id().to_string()),
        name: request.name.into_owned(),
        args: Value::Object(arguments),
    };
    let caller = Caller {
        cancelled: context.ct.clone(),
        approver: Arc::clone(&questions) as Arc<dyn capability::Approver>,
        ..client.caller(server.session())
    };
    let reports = progress::forward(studio, &context, call.id.clone());
    let seen = server.working(&client, &call.name);
    let called = studio
        .call_for_client(client.key(), client.level(), caller, call)
        .await;
    // No notification about a request may follow its response.
    drop(reports);
    let output = called.map_err(|failure| internal(failure.report()))?;
    seen.done(output.error.is_none());
    if let Some(question) = questions.unanswered() {
        return Ok(CallToolResponse::InputRequired(question));
    }
    result(server, &client, output).map(CallToolResponse::Complete)
}

/// A failure that the client's model cannot fix.
pub(crate) fn internal(report: &ErrorReport) -> ErrorData {
    let message = match &report.hint {
        Some(hint) => format!("{}; {hint}", report.message),
        None => report.message.clone(),
    };
    match report.code {
        Code::InvalidActionInput => ErrorData::invalid_params(message, None),
        Code::PermissionDenied => ErrorData::invalid_request(message, None),
        Code::NotFound => ErrorData::resource_not_found(message, None),
        _ => ErrorData::internal_error(message, None),
    }
}

/// The tool's answer, as data and as text. A failure is a result too, because the model can correct
/// its call; but an unknown tool is an error of the protocol.
fn result(
    server: &StoryServer,
    client: &crate::identity::Client,
    output: ToolAgentOutput,
) -> Result<CallToolResult, ErrorData> {
    if let Some(error) = &output.error {
        let is_tool = server.has_tool(&output.tool_name);
        if error.code == Code::UnknownAction && !is_tool {
            let hint = error.hint.as_deref().unwrap_or("list the tools");
            let message = format!("{}; {hint}", error.message);
            return Err(ErrorData::invalid_params(message, None));
        }
        return Ok(CallToolResult::error(vec![ContentBlock::text(
            output.content(),
        )]));
    }
    let meta = change_of(server, client, &output);
    let data = output.result.map(|it| it.data).unwrap_or_default();
    let mut content = vec![ContentBlock::text(data.to_string())];
    content.extend(picture_of(&data).map(ContentBlock::resource_link));
    let mut result = CallToolResult::success(content).with_meta(meta);
    result.structured_content = Some(data);
    Ok(result)
}

/// The change that a call made, and the draft in which it waits for review.
fn change_of(
    server: &StoryServer,
    client: &crate::identity::Client,
    output: &ToolAgentOutput,
) -> Option<MetaObject> {
    let number = output.change?;
    let draft = server.studio().draft_of_client(client.key()).ok().flatten();
    let change: Map<String, Value> = [(
        META.to_owned(),
        json!({ "number": number, "draft": draft, "wrote": output.wrote }),
    )]
    .into_iter()
    .collect();
    serde_json::from_value(Value::Object(change)).ok()
}

/// The picture that an answer names by its hash, as a link to the resource.
fn picture_of(data: &Value) -> Option<Resource> {
    let asset = data.get("asset")?.as_str()?;
    let mime = data.get("mime").and_then(Value::as_str);
    Some(resources::picture(asset, mime))
}
