//! The assistant's tools for permissions that a person gave with `always`: list the tools that need
//! no approval in a conversation, and revoke that. The work is done in `approval`.

use capability::{Impact, Tool, ToolError};
use model::ThreadId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::threads::thread_of;
use crate::{AssistantError, Memory, Runner};

pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_list, on_revoke] = std::array::from_fn(|_| runner.clone());
    vec![
        Tool::new("allowed", "list_allowed", Impact::Read, move |_, input| {
            list(on_list.clone(), input)
        })
        .hidden_from_models(),
        Tool::new(
            "revoke",
            "revoke_allowed",
            Impact::Write,
            move |_, input| revoke(on_revoke.clone(), input),
        )
        .hidden_from_models(),
    ]
}

/// List the tools that the assistant may use in a conversation without asking, because you answered
/// `always`.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// The conversation, by its id or the first or last characters of it.
    thread: String,
}

#[derive(Serialize, JsonSchema)]
struct Allowed {
    thread: ThreadId,
    tools: Vec<String>,
}

async fn list(runner: Runner, input: List) -> Result<Allowed, ToolError> {
    let thread = thread_of(&runner, &input.thread)?;
    let memory = Memory::of(runner.store()?, thread);
    Ok(Allowed {
        thread,
        tools: runner.approvals().allowed(thread, &memory),
    })
}

/// Take back an `always`: the assistant asks again before it uses the tool in that conversation.
#[derive(Deserialize, JsonSchema)]
struct Revoke {
    /// The conversation, by its id or the first or last characters of it.
    thread: String,
    /// The tool's name, as list_allowed gives it. Defaults to all of them.
    #[serde(default)]
    tool: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Revoked {
    thread: ThreadId,
    revoked: Vec<String>,
    /// What is still allowed.
    tools: Vec<String>,
}

async fn revoke(runner: Runner, input: Revoke) -> Result<Revoked, ToolError> {
    let thread = thread_of(&runner, &input.thread)?;
    let memory = Memory::of(runner.store()?, thread);
    let mut stay = runner.approvals().allowed(thread, &memory);
    let revoked: Vec<String> = match &input.tool {
        None => std::mem::take(&mut stay),
        Some(tool) => stay.extract_if(.., |it| it == tool).collect(),
    };
    if let (Some(tool), true) = (&input.tool, revoked.is_empty()) {
        let tool = tool.clone();
        return Err(ToolError::not_found(AssistantError::ToolAsks { tool })
            .hint("list_allowed lists the tools that are"));
    }
    runner
        .approvals()
        .allow_only(thread, &memory, &stay)
        .await
        .map_err(|why| ToolError::new(capability::Code::Unavailable, why))?;
    Ok(Revoked {
        thread,
        revoked,
        tools: stay,
    })
}
