//! All limits of one turn, as data, and the guard that counts against them. Those that a person
//! sets are in `limits`. Start at [`LoopGuard::admit`] before a call runs and [`LoopGuard::note`]
//! after it was answered. What happens when a limit is reached is decided by the state machine.

use std::collections::BTreeMap;

use capability::{Code, ToolAgentOutput};
use messages::Language;
use model::conversation::{ToolCall, UnpricedUsage, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::budget::Pictures;
use super::limits::TurnLimits;
use super::wording;

/// The limits of one turn. Stored with the turn, so that a restored turn keeps the limits it
/// started with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bounds {
    /// Requests to the model, not counting retries after a failure of the service.
    pub(crate) steps: u32,
    /// An identical call (same tool and arguments) is rejected the n-th time it is made.
    pub(crate) identical: u32,
    /// This many replies in a row with invalid arguments for one tool disable it. Calls of one reply
    /// were made before the model could read the first error, so they count once.
    pub(crate) invalid: u32,
    /// Replies with calls that could not be run as made, over all tools.
    pub(crate) corrections: u32,
    /// Replies in a row that could not be read.
    pub(crate) unreadable: u32,
    /// Empty replies in a row.
    pub(crate) empty: u32,
    /// Retries of one request after failures of the service.
    pub(crate) retries: u32,
    /// Failed calls in a row, whatever the tool and the reason, if they came in several replies.
    #[serde(default = "failures")]
    pub(crate) failures: u32,
    /// Replies in a row of which every call failed, beside that number of calls.
    #[serde(default = "failed_replies")]
    pub(crate) failed_replies: u32,
    /// The limits set by a person.
    #[serde(default)]
    pub(crate) limits: TurnLimits,
}

fn failures() -> u32 {
    8
}

fn failed_replies() -> u32 {
    3
}

impl Bounds {
    /// The cost of a turn, as far as prices are known; `None` if none is.
    pub(super) fn cost(&self, usage: &Usage, pictures: &Pictures) -> Option<f64> {
        let tokens = self.limits.price.map(|it| it.of(usage));
        let painted = (pictures.paid > pictures.unpriced).then_some(pictures.cost);
        tokens
            .or(painted)
            .map(|_| tokens.unwrap_or_default() + painted.unwrap_or_default())
    }

    /// What the cost of a turn leaves out because a price is missing, if cost is limited or
    /// counted.
    pub(super) fn uncounted(&self, usage: &Usage, pictures: &Pictures) -> UnpricedUsage {
        let counts = self.limits.money.is_some() || self.cost(usage, pictures).is_some();
        let used = usage.input_tokens + usage.output_tokens > 0;
        UnpricedUsage {
            tokens: counts && used && self.limits.price.is_none(),
            pictures: if counts { pictures.unpriced } else { 0 },
        }
    }

    /// The text that ends a turn before its next request, if a limit has been reached.
    pub(super) fn reached(
        &self,
        steps: u32,
        usage: &Usage,
        pictures: &Pictures,
        language: Language,
    ) -> Option<String> {
        let limits = &self.limits;
        if steps >= limits.steps.unwrap_or(self.steps) {
            return Some(wording::step_limit(steps, language));
        }
        let tokens = usage.input_tokens + usage.output_tokens;
        if let Some(bound) = limits.tokens.filter(|it| tokens >= *it) {
            return Some(wording::token_limit_reached(tokens, bound, language));
        }
        let cost = self.cost(usage, pictures)?;
        let bound = limits.money.filter(|it| cost >= *it)?;
        let uncounted = self.uncounted(usage, pictures);
        Some(wording::cost_limit(cost, bound, uncounted, language))
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            steps: 25,
            identical: 3,
            invalid: 3,
            corrections: 10,
            unreadable: 2,
            empty: 1,
            retries: 3,
            failures: failures(),
            failed_replies: failed_replies(),
            limits: TurnLimits::default(),
        }
    }
}

/// How often one call was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct CallCount {
    times: u32,
    wrote: bool,
}

/// The counters of one turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LoopGuard {
    seen: BTreeMap<String, CallCount>,
    invalid: BTreeMap<String, u32>,
    corrections: u32,
    #[serde(default)]
    failed_in_a_row: u32,
    #[serde(default)]
    failed_replies: u32,
    /// What the calls of the current reply came to so far.
    #[serde(default)]
    reply: ReplyCount,
}

/// What the calls of one reply came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReplyCount {
    /// By tool: whether the last of its calls had invalid arguments.
    invalid: BTreeMap<String, bool>,
    /// Whether a call could not be run as made.
    corrected: bool,
    /// Whether a call failed for another reason.
    failed: bool,
    succeeded: bool,
}

/// Why a call is not run: which limit forbids it, and what to do instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GuardRefusal {
    pub(super) code: Code,
    pub(super) message: String,
}

impl LoopGuard {
    /// Counts a call that is about to run. The error is its answer if a limit forbids it.
    pub(super) fn admit(&mut self, call: &ToolCall, bounds: &Bounds) -> Result<(), GuardRefusal> {
        let refused = |code, message| Err(GuardRefusal { code, message });
        let tool = tool_of(call);
        if self
            .invalid
            .get(&tool)
            .is_some_and(|&times| times >= bounds.invalid)
        {
            let message = format!(
                "{tool} is disabled for the rest of this turn: its arguments were invalid in {} \
                 replies in a row. Go on without it and tell the person what could not be done.",
                bounds.invalid
            );
            return refused(Code::ToolDisabled, message);
        }
        let seen = self.seen.entry(fingerprint(call)).or_default();
        if seen.times + 1 >= bounds.identical {
            let message = format!(
                "Not run: this very call was made {} times in this turn already. Use the answers \
                 it got, call with other arguments, or finish.",
                seen.times
            );
            return refused(Code::RepeatedCall, message);
        }
        seen.times += 1;
        Ok(())
    }

    /// Updates the counters from an answer. Once the story has changed, reading again may return
    /// something new, so read-only calls are forgotten. Calls that wrote are not, otherwise a model
    /// that appends the same line over and over would never be stopped.
    pub(crate) fn note(&mut self, call: &ToolCall, output: &ToolAgentOutput) {
        let tool = tool_of(call);
        let code = output.error.as_ref().map(|it| it.code);
        match code {
            None => self.failed_in_a_row = 0,
            // Calls that can be corrected have a limit of their own.
            Some(Code::InvalidActionInput | Code::UnknownAction) => {}
            Some(_) => self.failed_in_a_row += 1,
        }
        let reply = &mut self.reply;
        reply
            .invalid
            .insert(tool, code == Some(Code::InvalidActionInput));
        match code {
            None => reply.succeeded = true,
            Some(Code::InvalidActionInput | Code::UnknownAction) => reply.corrected = true,
            Some(_) => reply.failed = true,
        }
        if output.change.is_some() {
            if let Some(seen) = self.seen.get_mut(&fingerprint(call)) {
                seen.wrote = true;
            }
            self.seen.retain(|_, it| it.wrote);
        }
    }

    /// Counts a call that was answered without being run.
    pub(crate) fn note_refused(&mut self) {
        self.reply.corrected = true;
    }

    /// Counts a reply whose calls are all answered.
    pub(crate) fn end_reply(&mut self) {
        let reply = std::mem::take(&mut self.reply);
        for (tool, is_invalid) in reply.invalid {
            match is_invalid {
                true => *self.invalid.entry(tool).or_default() += 1,
                false => _ = self.invalid.remove(&tool),
            }
        }
        self.corrections += u32::from(reply.corrected);
        match (reply.succeeded, reply.failed) {
            (true, _) => self.failed_replies = 0,
            (false, true) => self.failed_replies += 1,
            (false, false) => {}
        }
    }

    /// Whether too many calls in a row have failed.
    pub(crate) fn is_stuck(&self, bounds: &Bounds) -> bool {
        self.failed_in_a_row >= bounds.failures && self.failed_replies >= bounds.failed_replies
    }

    /// Whether too many replies had calls that could not be run as made.
    pub(crate) fn exceeds_corrections(&self, bounds: &Bounds) -> bool {
        self.corrections >= bounds.corrections
    }
}

/// The tool that a call runs; for `project_cli`, the method named in its arguments.
fn tool_of(call: &ToolCall) -> String {
    let word = |key: &str| call.args.get(key).and_then(Value::as_str);
    match (call.name.as_str(), word("module"), word("method")) {
        ("project_cli", Some(module), Some(method)) => format!("{module}.{method}"),
        _ => call.name.clone(),
    }
}

/// Name and arguments, independent of key order.
fn fingerprint(call: &ToolCall) -> String {
    format!("{} {}", call.name, sorted(&call.args))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let by_key: BTreeMap<&String, Value> = map
                .iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            by_key
                .into_iter()
                .map(|(key, value)| (key.clone(), value))
                .collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        leaf => leaf.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(name: &str, args: Value) -> ToolCall {
        ToolCall {
            id: Some("1".into()),
            name: name.into(),
            args,
        }
    }

    #[test]
    fn calls_that_differ_only_in_key_order_are_identical() {
        let one = call("t", json!({ "a": 1, "b": [{ "x": 1, "y": 2 }] }));
        let two = call("t", json!({ "b": [{ "y": 2, "x": 1 }], "a": 1 }));
        assert_eq!(fingerprint(&one), fingerprint(&two));
        assert_ne!(
            fingerprint(&one),
            fingerprint(&call("t", json!({ "a": 2 })))
        );
    }

    #[test]
    fn counts_project_cli_calls_by_their_method() {
        let thin = call(
            "project_cli",
            json!({ "module": "kv", "method": "update", "input": {} }),
        );
        assert_eq!(tool_of(&thin), "kv.update");
        assert_eq!(
            tool_of(&call("project_cli", json!({ "module": 3 }))),
            "project_cli"
        );
    }
}
