//! The runner as a capability: talking to the assistant, stopping it, answering it and reading the
//! conversation are tool calls like any others, so interfaces need no special API. These tools are
//! for people and are never shown to a model, except those of jobs and summaries. The work is done
//! in `Runner`, `jobs` and `summaries`.

mod allowed_tools;
mod attach;
mod context_tools;
mod rule_tools;
mod summary_tools;
mod threads;

use std::sync::Arc;
use std::time::Duration;

use capability::{Answer, Caller, Capability, Code, Impact, Tool, ToolContext, ToolError};
use model::{LocalizedMessage, PrincipalId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::approval::AnswerError;
use crate::error::{AssistantError, parsed};
use crate::jobs;
use crate::running::ActiveTurn;
use crate::{
    ASSISTANT, AnsweredByTool, Autonomy, Instruction, Runner, SendError, TurnOutcome, rewrite,
};
use threads::thread_of;

/// A turn may take long: it generates images and waits for a person's approval.
const TURN_TIMEOUT: Duration = Duration::from_secs(3600);

/// The runner's own tools.
struct Assistant {
    runner: Runner,
}

impl Runner {
    /// The runner's own tools as a capability (`assistant`), to be registered with the others.
    pub fn capability(&self) -> Box<dyn Capability> {
        Box::new(Assistant {
            runner: self.clone(),
        })
    }
}

impl Capability for Assistant {
    fn name(&self) -> &'static str {
        ASSISTANT
    }

    fn title(&self) -> &'static str {
        "Assistant"
    }

    fn summary(&self) -> &'static str {
        "Does what you ask for in plain words, with the other tools."
    }

    fn tools(&self) -> Vec<Tool> {
        let [on_send, on_cancel, on_answer] = std::array::from_fn(|_| self.runner.clone());
        let on_turns = self.runner.clone();
        let mut tools = vec![
            Tool::with_caller(
                "send",
                "send_message",
                Impact::Write,
                move |cx, caller, input| send(on_send.clone(), cx, caller, input),
            )
            .hidden_from_models()
            .reports_own_progress()
            .time_limit(TURN_TIMEOUT),
            Tool::with_caller(
                "cancel",
                "cancel_turn",
                Impact::Write,
                move |_, caller, input| cancel(on_cancel.clone(), caller, input),
            )
            .hidden_from_models(),
            Tool::with_caller(
                "answer_request",
                "answer_request",
                Impact::Write,
                move |_, caller, input| answer(on_answer.clone(), caller, input),
            )
            .hidden_from_models(),
            Tool::new("turns", "list_turns", Impact::Read, move |_, input| {
                turns(on_turns.clone(), input)
            })
            .hidden_from_models(),
        ];
        tools.extend(threads::tools(&self.runner));
        tools.push(attach::tool());
        tools.extend(context_tools::tools(&self.runner));
        tools.extend(allowed_tools::tools(&self.runner));
        tools.extend(jobs::tools(&self.runner));
        tools.extend(summary_tools::tools(&self.runner));
        tools.extend(rule_tools::tools(&self.runner));
        tools.push(rewrite::tool(&self.runner));
        tools
    }
}

/// Tell the assistant what you want, in plain words. It works on the story with the tools and
/// answers with what it did.
#[derive(Deserialize, JsonSchema)]
struct Send {
    /// What you want.
    text: String,
    /// The conversation to continue, by its id or the first or last characters of it. Starts a new
    /// one when left out.
    #[serde(default)]
    thread: Option<String>,
    /// The node it is about, by title or id. Defaults to the node being edited.
    #[serde(default)]
    node: Option<String>,
    /// Images in the story to show to the assistant, each by the hash of its bytes.
    #[serde(default)]
    pictures: Vec<String>,
    /// How much the assistant may do on its own: `review` collects its writes in a draft, `adopt`
    /// adopts them at once, `ask` asks you before each.
    #[serde(default)]
    autonomy: Autonomy,
}

async fn send(
    runner: Runner,
    cx: ToolContext,
    caller: Caller,
    input: Send,
) -> Result<TurnOutcome, ToolError> {
    let thread = match &input.thread {
        Some(reference) => Some(thread_of(&runner, reference)?),
        None => None,
    };
    let node = match &input.node {
        Some(reference) => Some(cx.node(Some(reference))?.id),
        None => cx.node(None).ok().map(|it| it.id),
    };
    let pictures = input.pictures.iter().map(|it| parsed("/pictures", it));
    let pictures = pictures.collect::<Result<_, _>>()?;
    let instruction = Instruction {
        thread,
        node,
        text: input.text,
        pictures,
        autonomy: input.autonomy,
        message_id: None,
    };
    // The turn may do no more than its caller. Its questions come as events and can be answered by
    // a tool call as well.
    let person = Caller {
        node,
        approver: Arc::new(AnsweredByTool),
        ..caller
    };
    Ok(runner.try_send(instruction, &person).await?)
}

/// Stop what the assistant is doing. What it has finished stays and can be undone.
#[derive(Deserialize, JsonSchema)]
struct Cancel {
    /// The turn to stop, by id.
    turn: String,
}

#[derive(Serialize, JsonSchema)]
struct Cancelled {
    turn: TurnId,
    /// False where it had ended already.
    stopped: bool,
}

async fn cancel(runner: Runner, caller: Caller, input: Cancel) -> Result<Cancelled, ToolError> {
    let turn = parsed("/turn", &input.turn)?;
    if let Some(owner) = runner.owner_of(turn)
        && !caller.principal.may_direct(&owner)
    {
        return Err(not_yours(&owner));
    }
    Ok(Cancelled {
        turn,
        stopped: runner.cancel(turn),
    })
}

fn not_yours(owner: &PrincipalId) -> ToolError {
    let owner = owner.to_string();
    ToolError::new(
        Code::PermissionDenied,
        AssistantError::ConversationOthers { owner },
    )
    .hint("list_threads tells whose each conversation is; begin one of your own")
}

/// Answer a question of the assistant.
#[derive(Deserialize, JsonSchema)]
struct AnswerRequest {
    /// The id of the call it asks about.
    call_id: String,
    /// Your answer; `always` also allows this tool for the rest of the conversation.
    answer: Decision,
    /// What to tell the assistant with a rejection.
    #[serde(default)]
    message: Option<String>,
    /// Other arguments for the call, as the text of a JSON object; only with `approve`.
    #[serde(default)]
    args: Option<String>,
    /// The turn that asks, by id; needed only where several turns ask about calls of one id.
    #[serde(default)]
    turn: Option<String>,
}

/// An answer in one word.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Approve,
    Always,
    Reject,
}

#[derive(Serialize, JsonSchema)]
struct Answered {
    call_id: String,
}

async fn answer(
    runner: Runner,
    caller: Caller,
    input: AnswerRequest,
) -> Result<Answered, ToolError> {
    let args = input.args.as_deref().map(|text| {
        serde_json::from_str::<Value>(text)
            .ok()
            .filter(Value::is_object)
            .ok_or_else(|| ToolError::invalid("/args", "args is not the text of a JSON object"))
    });
    let answer = match (input.answer, args.transpose()?) {
        (Decision::Approve, Some(args)) => Answer::Edit(args),
        (_, Some(_)) => {
            return Err(ToolError::invalid(
                "/args",
                "args can be given only with approve",
            ));
        }
        (Decision::Approve, None) => Answer::Approve,
        (Decision::Always, None) => Answer::Always,
        (Decision::Reject, None) => Answer::Reject(input.message.unwrap_or_default()),
    };
    let turn = input
        .turn
        .as_deref()
        .map(|it| parsed("/turn", it))
        .transpose()?;
    runner
        .answer((turn, &input.call_id), answer, &caller.principal)
        .map_err(|why| match why {
            AnswerError::NotYours(owner) => not_yours(&owner),
            AnswerError::Unknown => ToolError::not_found(format!(
                "no question about call {:?} is waiting; it may have been answered or stopped",
                input.call_id
            ))
            .said(&AssistantError::QuestionGone {}),
            AnswerError::Ambiguous => ToolError::new(
                Code::Conflict,
                format!("several turns ask about a call with id {:?}", input.call_id),
            )
            .hint("name the turn as well"),
        })?;
    Ok(Answered {
        call_id: input.call_id,
    })
}

/// List the running turns of the assistant and the questions that wait for an answer.
#[derive(Deserialize, JsonSchema)]
struct Turns {}

#[derive(Serialize, JsonSchema)]
struct ActiveTurns {
    turns: Vec<ActiveTurn>,
}

async fn turns(runner: Runner, _: Turns) -> Result<ActiveTurns, ToolError> {
    Ok(ActiveTurns {
        turns: runner.active_turns()?,
    })
}

impl From<SendError> for ToolError {
    fn from(error: SendError) -> Self {
        let message = LocalizedMessage::from_error(&error, error.said());
        match error {
            SendError::Empty | SendError::TooLong { .. } => Self::invalid("/text", message),
            SendError::Picture { .. } => Self::invalid("/pictures", message),
            SendError::Busy { turn, .. } => Self::new(Code::Conflict, message).hint(format!(
                "wait for turn {turn}, stop it with cancel_turn, or use a new thread"
            )),
            SendError::Closed => Self::new(Code::Unavailable, message),
            SendError::Strategy(_) => Self::new(Code::Unavailable, message)
                .hint("choose another with set_context_strategy, or correct the settings"),
            SendError::Broken => Self::new(Code::Internal, message),
            SendError::Store(error) => error.into(),
        }
    }
}
