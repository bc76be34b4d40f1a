//! The words a turn ends with when it does not end well: what was done, what was not, how to go
//! on. And the answers of calls that were never run. Pure text; when each is said is decided in
//! the machine.

use capability::{Code, ErrorReport, Status, ToolAgentOutput};
use llm::LlmError;
use model::talk::ToolCall;
use serde::{Deserialize, Serialize};

/// How many deeds an account lists before it only counts the rest.
const LISTED: usize = 12;
/// How much of a failure's message an account repeats, in characters.
const QUOTED: usize = 200;

/// The answer of a call that may have been cut by the output limit.
pub(super) const CUT: &str = "Not run: output limit reached, the call may be cut short. Resend it shorter, for \
     instance in several calls.";
/// The answer of a call that a person's stop overtook.
pub(super) const STOPPED: &str = "Not run: stopped by the person.";
/// The answer of a call that the end of the program overtook.
pub(crate) const INTERRUPTED: &str = "Interrupted: the program ended before this call was answered. It may have been carried \
     out or not; look at the story before doing it again.";
/// The answer of a call behind one that the end of the program overtook.
pub(crate) const NOT_BEGUN: &str = "Not run: the program ended before it came to this call.";

/// What became of one call, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deed {
    tool: String,
    done: bool,
    what: String,
}

impl Deed {
    /// What a call came to; `None` where it only looked.
    pub(super) fn of(output: &ToolAgentOutput) -> Option<Self> {
        let tool = output.tool_name.clone();
        if let Some(error) = &output.error {
            let what = error.message.chars().take(QUOTED).collect();
            return Some(Self {
                tool,
                done: false,
                what,
            });
        }
        let wrote: Vec<_> = output
            .wrote
            .iter()
            .map(|it| match it.version {
                Some(version) => {
                    format!(
                        "{} of {:?}, version {}",
                        it.capability, it.title, version.number
                    )
                }
                None => format!("{} of {:?} taken away", it.capability, it.title),
            })
            .collect();
        (!wrote.is_empty()).then(|| Self {
            tool,
            done: true,
            what: wrote.join("; "),
        })
    }
}

/// What was done and what was not, in two or three sentences.
pub(crate) fn account(deeds: &[Deed], not_run: &[ToolCall]) -> String {
    let list = |done: bool| {
        let lines: Vec<_> = deeds
            .iter()
            .filter(|it| it.done == done)
            .map(|it| format!("{} ({})", it.tool, it.what))
            .collect();
        match lines.len().checked_sub(LISTED) {
            Some(more @ 1..) => format!("{}, and {more} more", lines[..LISTED].join(", ")),
            _ => lines.join(", "),
        }
    };
    let (done, failed) = (list(true), list(false));
    let mut text = match done.as_str() {
        "" => "Nothing was changed.".to_owned(),
        done => format!("Done: {done}."),
    };
    if !failed.is_empty() {
        text += &format!(" Not done: {failed}.");
    }
    if !not_run.is_empty() {
        let names: Vec<_> = not_run.iter().map(|it| it.name.as_str()).collect();
        text += &format!(" Not run: {}.", names.join(", "));
    }
    text
}

/// A call answered without being run.
pub(crate) fn not_run(call: &ToolCall, code: Code, message: &str) -> ToolAgentOutput {
    ToolAgentOutput {
        tool_name: call.name.clone(),
        tool_call_id: call.id.clone().unwrap_or_default(),
        tool_call_args: call.args.clone(),
        edited_by_person: false,
        status: Status::Failure,
        result: None,
        error: Some(ErrorReport {
            code,
            message: message.to_owned(),
            module: None,
            method: None,
            path: None,
            expected: None,
            got: None,
            hint: None,
            input_schema: None,
        }),
        ui_hints: None,
        wrote: Vec::new(),
        change: None,
    }
}

/// Why the model could not be used, and what a person may do about it.
pub(super) fn advice(error: &LlmError) -> &'static str {
    match error {
        LlmError::RateLimited { .. } => "Send it again a little later, or choose another model.",
        LlmError::Overloaded { .. } | LlmError::Unreachable { .. } => {
            "Check the connection, send it again later, or choose another model."
        }
        LlmError::Unauthorized { .. } => {
            "Set the provider's key in the settings and send it again."
        }
        LlmError::NoCredit { .. } => {
            "Add credit to the provider's account, or choose another model."
        }
        LlmError::TooLong { .. } => {
            "Begin a new thread, ask for less at once, or choose a model with a larger window."
        }
        LlmError::Refused { .. } => "Say it in other words, or choose another model.",
        LlmError::BadRequest { .. } | LlmError::Misconfigured { .. } => {
            "Check the model's name and options in the settings, or choose another model."
        }
        LlmError::BadToolCall { .. } | LlmError::Unreadable { .. } => {
            "Send it again, ask for less at once, or choose another model."
        }
        LlmError::Cancelled => "Send it again to go on.",
    }
}
