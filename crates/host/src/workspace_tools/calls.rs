//! Tools about the tools of an open story: list them, cancel a running call, run a slash command.

use capability::{
    Caller, Capability, Impact, Tool, ToolAgentOutput, ToolContext, ToolError, ToolSpec,
};
use model::{ThreadId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{new_tool, tool};
use crate::Workspace;
use crate::interfaces::{slash, wire};

/// The group of these tools.
pub(super) struct Calls;

impl Capability<Workspace> for Calls {
    fn name(&self) -> &'static str {
        "calls"
    }

    fn title(&self) -> &'static str {
        "Calls"
    }

    fn summary(&self) -> &'static str {
        "Lists the tools there are, and cancels running calls."
    }

    fn tools(&self) -> Vec<Tool<Workspace>> {
        vec![
            new_tool(("list_tools", "list_tools"), Impact::Read, list_tools),
            tool(
                ("cancel", "cancel_call", "desk_cancel_call"),
                Impact::Write,
                cancel,
            ),
            tool(
                ("run_slash_command", "run_slash_command", "desk_slash"),
                Impact::Write,
                run_slash_command,
            ),
        ]
    }
}

/// List all tools that exist now: those of a story, or of the workspace if no story is named.
#[derive(Deserialize, JsonSchema)]
struct ListTools {
    /// The story's key.
    story: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ToolList {
    tools: Vec<ToolSpec>,
}

async fn list_tools(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: ListTools,
) -> Result<ToolList, ToolError> {
    let tools = match input.story {
        None => super::specs(),
        Some(story) => {
            let studio = cx.target().studio(&story).await?;
            studio.specs_now()
        }
    };
    Ok(ToolList { tools })
}

/// Cancel a call that is running in a story.
#[derive(Deserialize, JsonSchema)]
struct CancelCall {
    /// The number that its `progress` events carry.
    run: u64,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
}

#[derive(Serialize, JsonSchema)]
struct Cancelled {
    /// Whether a call was running under this number.
    cancelled: bool,
}

async fn cancel(
    cx: ToolContext<Workspace>,
    _: Caller,
    input: CancelCall,
) -> Result<Cancelled, ToolError> {
    let studio = cx.target().studio(&input.story).await?;
    Ok(Cancelled {
        cancelled: studio.cancel_call(input.run),
    })
}

/// Run a line that begins with `/` in a story, and store command and result in a conversation.
#[derive(Deserialize, JsonSchema)]
struct RunSlashCommand {
    /// What was typed: `/rename_node Neo`.
    line: String,
    /// The conversation it was typed in, by its full id. Starts a new one when left out.
    thread: Option<String>,
    /// The story's key. Defaults to the only open story.
    #[serde(default)]
    story: String,
    /// An id of the command. A command sent again under the same id is not run twice.
    id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct CommandResult {
    /// The record of the tool's call.
    #[schemars(with = "ToolAgentOutput")]
    record: Value,
    /// The conversation and the turn in it that keep the command; null where it is not kept.
    thread: Option<ThreadId>,
    turn: Option<TurnId>,
}

async fn run_slash_command(
    cx: ToolContext<Workspace>,
    caller: Caller,
    input: RunSlashCommand,
) -> Result<CommandResult, ToolError> {
    let thread = input
        .thread
        .as_deref()
        .map(str::parse::<ThreadId>)
        .transpose();
    let thread = thread.map_err(|error| ToolError::invalid("/thread", error.to_string()))?;
    let studio = cx.target().studio(&input.story).await?;
    let mut call = slash::read(&input.line, &studio.specs_now())?;
    call.id = input.id;
    let caller = studio.admit(caller);
    let command = studio.command(thread, input.line.trim(), &caller, call);
    let outcome = command.await.map_err(crate::Failure::from)?;
    let (turn, thread) = outcome.kept.unzip();
    Ok(CommandResult {
        record: wire::record(&outcome.output),
        thread,
        turn,
    })
}
