//! The assistant's verbs about what a person allowed for good: list the tools that a conversation
//! needs no question for, and take that back. The work is done in `ask`.

use capability::{Impact, Tool, ToolError};
use model::ThreadId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::assistant::thread_of;
use crate::{Memory, Refusal, Runner};

pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_list, on_revoke] = std::array::from_fn(|_| runner.clone());
    vec![
        Tool::new("allowed", "list_allowed", Impact::Read, move |_, input| {
            list(on_list.clone(), input)
        })
        .known_as(
            "what may it do without asking; permissions given; tools always allowed",
            "已允许的工具；不用问就能做的；授权列表",
        )
        .people_only(),
        Tool::new(
            "revoke",
            "revoke_allowed",
            Impact::Write,
            move |_, input| revoke(on_revoke.clone(), input),
        )
        .known_as(
            "ask me again; take a permission back; no longer allow",
            "收回授权；以后要先问我；取消总是允许",
        )
        .people_only(),
    ]
}

/// List the tools that the assistant may use in a conversation without asking, because you answered
/// a question about them with `always`.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// The conversation, by its id or the beginning or end of it.
    thread: String,
}

#[derive(Serialize)]
struct Allowed {
    thread: ThreadId,
    tools: Vec<String>,
}

async fn list(runner: Runner, input: List) -> Result<Allowed, ToolError> {
    let thread = thread_of(&runner, &input.thread)?;
    let memory = Memory::of(runner.store()?, thread);
    Ok(Allowed {
        thread,
        tools: runner.desk().allowed(thread, &memory),
    })
}

/// Take back an `always`: the assistant asks again before it uses the tool in that conversation.
#[derive(Deserialize, JsonSchema)]
struct Revoke {
    /// The conversation, by its id or the beginning or end of it.
    thread: String,
    /// The tool's name, as list_allowed gives it; all of them when left out.
    #[serde(default)]
    tool: Option<String>,
}

#[derive(Serialize)]
struct Revoked {
    thread: ThreadId,
    revoked: Vec<String>,
    /// What is still allowed.
    tools: Vec<String>,
}

async fn revoke(runner: Runner, input: Revoke) -> Result<Revoked, ToolError> {
    let thread = thread_of(&runner, &input.thread)?;
    let memory = Memory::of(runner.store()?, thread);
    let mut stay = runner.desk().allowed(thread, &memory);
    let revoked: Vec<String> = match &input.tool {
        None => std::mem::take(&mut stay),
        Some(tool) => stay.extract_if(.., |it| it == tool).collect(),
    };
    if let (Some(tool), true) = (&input.tool, revoked.is_empty()) {
        let tool = tool.clone();
        return Err(ToolError::not_found(Refusal::ToolAsks { tool })
            .hint("list_allowed tells which tools are"));
    }
    runner
        .desk()
        .allow_only(thread, &memory, &stay)
        .await
        .map_err(|why| ToolError::new(capability::Code::Unavailable, why))?;
    Ok(Revoked {
        thread,
        revoked,
        tools: stay,
    })
}
