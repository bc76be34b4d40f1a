//! Calls of the workspace's tools by commands, as the person at this terminal. Enter through
//! [`call`]. Not here: what the tools do, and calls in a story (`tools`).

use std::sync::Arc;

use capability::{Caller, Code};
use clap::ArgMatches;
use model::World as _;
use model::conversation::ToolCall;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::question::TerminalApprover;
use super::session::flag;
use host::workspace_tools;
use host::{Failure, RealWorld, Workspace};

/// Calls a tool of a workspace and returns its data.
pub(super) async fn call(
    workspace: Workspace,
    matches: &ArgMatches,
    name: &str,
    args: Value,
) -> Result<Value, Failure> {
    let owner = workspace.owner();
    let tools = workspace_tools::registry(workspace)
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    let label = format!("cli/{}", RealWorld.new_id());
    let stop = CancellationToken::new();
    let approver = TerminalApprover {
        stop: stop.clone(),
        ..TerminalApprover::new(flag(matches, "yes"))
    };
    let caller = Caller {
        cancelled: stop,
        ..tools.services().caller(&owner, &label, Arc::new(approver))
    };
    let call = ToolCall {
        id: None,
        name: name.to_owned(),
        args,
    };
    let output = tools.call(&caller, call).await;
    match (output.result, output.error) {
        (Some(result), _) => Ok(result.data),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(Failure::panicked()),
    }
}
