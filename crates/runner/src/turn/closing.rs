//! The texts a turn ends with when it does not end well: what was done, what was not, how to
//! continue. Also the answers of calls that were never run, for the model. Pure text; the state
//! machine decides when each is used.

use capability::{Code, ErrorReport, Status, ToolAgentOutput};
use messages::{Language, format, list, quote, sentences};
use model::conversation::ToolCall;
use serde::{Deserialize, Serialize};

/// How many calls a summary lists before it only counts the rest.
const LISTED: usize = 12;
/// How many characters of an error message a summary repeats.
const QUOTED: usize = 200;

/// The answer to a call that may have been cut off by the output limit.
pub(super) const CUT: &str = "Not run: output limit reached, the call may be cut short. Resend it shorter, for \
     instance in several calls.";
/// The answer to a call that was not run because a person cancelled the turn.
pub(super) const STOPPED: &str = "Not run: stopped by the person.";
/// The answer to a call that was running when the program exited.
pub(crate) const INTERRUPTED: &str = "Interrupted: the program ended before this call was answered. It may have been carried \
     out or not; look at the story before doing it again.";
/// The answer to a call that had not started when the program exited.
pub(crate) const NOT_BEGUN: &str = "Not run: the program ended before it came to this call.";

/// The result of one call, in text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CallSummary {
    tool: String,
    done: bool,
    what: String,
}

impl CallSummary {
    /// The result of a call; `None` if it was read-only.
    pub(super) fn of(output: &ToolAgentOutput, language: Language) -> Option<Self> {
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
                let mut args = vec![
                    ("capability", it.capability.as_str().into()),
                    ("title", quote(language, &it.title).into()),
                ];
                match it.version.map(|it| it.number) {
                    Some(number) => {
                        args.push(("version", number.into()));
                        format(language, "turn-wrote", &args)
                    }
                    None => format(language, "turn-took_away", &args),
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
pub(crate) fn summarize_calls(
    call_summaries: &[CallSummary],
    not_run: &[ToolCall],
    language: Language,
) -> String {
    let calls = |done: bool| {
        let lines: Vec<_> = call_summaries
            .iter()
            .filter(|it| it.done == done)
            .map(|it| {
                let args = [
                    ("tool", it.tool.as_str().into()),
                    ("what", it.what.as_str().into()),
                ];
                format(language, "turn-call", &args)
            })
            .collect();
        let lines = counted(lines);
        match lines.len().checked_sub(LISTED) {
            Some(more @ 1..) => {
                let listed = list(language, &lines[..LISTED]);
                let args = [("listed", listed.into()), ("more", more.into())];
                format(language, "turn-and_more", &args)
            }
            _ => list(language, &lines),
        }
    };
    let done = match calls(true) {
        none if none.is_empty() => format(language, "turn-nothing_changed", &[]),
        done => format(language, "turn-done", &[("calls", done.into())]),
    };
    let failed = match calls(false) {
        none if none.is_empty() => none,
        failed => format(language, "turn-not_done", &[("calls", failed.into())]),
    };
    let names: Vec<_> = not_run.iter().map(|it| it.name.as_str()).collect();
    let not_run = match names.as_slice() {
        [] => String::new(),
        names => {
            let names = list(language, names);
            format(language, "turn-not_run", &[("names", names.into())])
        }
    };
    sentences(language, &[&done, &failed, &not_run])
}

/// Removes duplicate lines, keeping their order, and adds their counts.
fn counted(lines: Vec<String>) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for line in lines {
        match counts.iter_mut().find(|it| it.0 == line) {
            Some((_, times)) => *times += 1,
            None => counts.push((line, 1)),
        }
    }
    let counted_line = |(line, times)| match times {
        1 => line,
        times => format!("{line} ×{times}"),
    };
    counts.into_iter().map(counted_line).collect()
}

/// An answer to a call that was not run.
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
