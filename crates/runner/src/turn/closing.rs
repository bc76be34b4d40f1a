//! The words a turn ends with when it does not end well: what was done, what was not, how to go
//! on. And the answers of calls that were never run. Pure text; when each is said is decided in
//! the machine.

use capability::{Code, ErrorReport, Status, ToolAgentOutput};
use model::talk::ToolCall;
use serde::{Deserialize, Serialize};

use super::Tongue;

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
    pub(super) fn of(output: &ToolAgentOutput, tongue: Tongue) -> Option<Self> {
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
            .map(|it| {
                let (what, title) = (&it.capability, &it.title);
                match it.version.map(|it| it.number) {
                    Some(n) => tongue.say(
                        format!("{what} of {title:?}, version {n}"),
                        format!("“{title}”的 {what}，版本 {n}"),
                    ),
                    None => tongue.say(
                        format!("{what} of {title:?} taken away"),
                        format!("去掉了“{title}”的 {what}"),
                    ),
                }
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
pub(crate) fn account(deeds: &[Deed], not_run: &[ToolCall], tongue: Tongue) -> String {
    let list = |done: bool| {
        let lines: Vec<_> = deeds
            .iter()
            .filter(|it| it.done == done)
            .map(|it| {
                let (tool, what) = (&it.tool, &it.what);
                tongue.say(format!("{tool} ({what})"), format!("{tool}（{what}）"))
            })
            .collect();
        let comma = tongue.say(", ", "、");
        match lines.len().checked_sub(LISTED) {
            Some(more @ 1..) => {
                let listed = lines[..LISTED].join(&comma);
                tongue.say(
                    format!("{listed}, and {more} more"),
                    format!("{listed}，还有 {more} 项"),
                )
            }
            _ => lines.join(&comma),
        }
    };
    let (done, failed) = (list(true), list(false));
    let done = match done.as_str() {
        "" => tongue.say("Nothing was changed.", "什么都没有改动。"),
        done => tongue.say(format!("Done: {done}."), format!("已完成：{done}。")),
    };
    let failed = match failed.as_str() {
        "" => String::new(),
        failed => tongue.say(
            format!("Not done: {failed}."),
            format!("未完成：{failed}。"),
        ),
    };
    let names: Vec<_> = not_run.iter().map(|it| it.name.as_str()).collect();
    let not_run = match names.as_slice() {
        [] => String::new(),
        names => tongue.say(
            format!("Not run: {}.", names.join(", ")),
            format!("未执行：{}。", names.join("、")),
        ),
    };
    tongue.join(&[&done, &failed, &not_run])
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
            said: None,
            input_schema: None,
        }),
        ui_hints: None,
        wrote: Vec::new(),
        change: None,
    }
}
