//! Converts an agent's updates into deltas of a model's reply, and answers its permission requests.

use agent_client_protocol_schema::v1::{
    CLIENT_METHOD_NAMES as METHODS, ContentBlock, Error, PermissionOptionKind, Plan,
    PlanEntryStatus, RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    SelectedPermissionOutcome, SessionNotification, SessionUpdate, ToolCallStatus,
};
use model::conversation::Delta;
use serde_json::Value;

use super::tools::{OfferedTools, SERVER};
use crate::wire::said;

/// A notification about a session, if it is one.
pub(super) fn notice(method: &str, params: Value) -> Option<SessionNotification> {
    let is_update = method == METHODS.session_update;
    is_update.then(|| serde_json::from_value(params).ok())?
}

/// The agent requests something that is not supported.
pub(super) fn unknown(method: &str) -> Error {
    let why = format_args!("{method}: there are no files and no terminal here, only tools");
    said(Error::method_not_found(), why)
}

/// A piece of a reply, if the update is one. Calls of our tools arrive separately, so they are left
/// out here.
pub(super) fn delta(update: SessionUpdate, offered: &OfferedTools) -> Option<Delta> {
    match update {
        SessionUpdate::AgentMessageChunk(chunk) => Some(Delta::Text(text(chunk.content)?)),
        SessionUpdate::AgentThoughtChunk(chunk) => Some(Delta::Thinking(text(chunk.content)?)),
        SessionUpdate::Plan(plan) => Some(Delta::Thinking(steps(&plan))),
        SessionUpdate::ToolCall(call) => {
            let is_ours = is_of_story(call.name.as_deref().unwrap_or(&call.title), offered)
                || is_of_story(&call.title, offered);
            let is_over = call.status == ToolCallStatus::Failed;
            (!is_ours && !is_over).then(|| Delta::Thinking(format!("\n[{}]\n", call.title)))
        }
        SessionUpdate::CurrentModeUpdate(mode) => Some(Delta::Thinking(format!(
            "\n[mode: {}]\n",
            mode.current_mode_id.0
        ))),
        _ => None,
    }
}

fn text(content: ContentBlock) -> Option<String> {
    match content {
        ContentBlock::Text(text) => Some(text.text),
        ContentBlock::ResourceLink(link) => Some(format!("[{}]({})", link.name, link.uri)),
        _ => None,
    }
}

/// A plan as a list of steps; completed ones are checked.
fn steps(plan: &Plan) -> String {
    let lines = plan.entries.iter().map(|it| {
        let mark = match it.status {
            PlanEntryStatus::Completed => 'x',
            PlanEntryStatus::InProgress => '>',
            _ => ' ',
        };
        format!("\n- [{mark}] {}", it.content)
    });
    lines.chain(["\n".to_owned()]).collect()
}

/// Whether this is the complete name of one of our tools, as agents write it. A command of the
/// agent's own that only contains a name does not match.
fn is_of_story(title: &str, offered: &OfferedTools) -> bool {
    let title = title.trim();
    let bare = title.strip_prefix("mcp__").unwrap_or(title);
    let bare = bare.strip_prefix(SERVER).map_or(bare, |rest| {
        rest.trim_start_matches(['_', '/', '.', ':', '-', ' '])
    });
    let bare = bare
        .strip_suffix(&format!(" ({SERVER} MCP Server)"))
        .unwrap_or(bare);
    offered.has(bare)
}

/// Answers a permission request. A call of one of our tools may continue, because the story itself
/// asks for approval if needed; anything else is the agent's own action on this computer, and is
/// rejected.
pub(super) fn permission(
    params: Value,
    offered: &OfferedTools,
    is_cancelled: bool,
) -> Result<(RequestPermissionResponse, Option<Delta>), Error> {
    let request: RequestPermissionRequest =
        serde_json::from_value(params).map_err(|error| said(Error::invalid_params(), error))?;
    let cancelled = || RequestPermissionResponse::new(RequestPermissionOutcome::Cancelled);
    if is_cancelled {
        return Ok((cancelled(), None));
    }
    let fields = &request.tool_call.fields;
    let title = fields.title.clone().unwrap_or_default();
    let name = fields.name.clone().unwrap_or_else(|| title.clone());
    let is_ours = is_of_story(&name, offered) || is_of_story(&title, offered);
    let (wanted, note) = match is_ours {
        true => (PermissionOptionKind::AllowOnce, None),
        false => {
            let title: String = title.chars().take(200).collect();
            let note = format!("\n[not allowed: {title}]\n");
            (
                PermissionOptionKind::RejectOnce,
                Some(Delta::Thinking(note)),
            )
        }
    };
    let chosen = request.options.iter().find(|it| it.kind == wanted);
    let answer = chosen.map_or_else(cancelled, |it| {
        let chosen = SelectedPermissionOutcome::new(it.option_id.clone());
        RequestPermissionResponse::new(RequestPermissionOutcome::Selected(chosen))
    });
    Ok((answer, note))
}
