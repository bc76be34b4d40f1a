//! A turn, from one instruction to its final text, as a pure state machine: an event goes in,
//! effects come out. Start at [`Turn::new`] and [`Turn::handle`]. It uses no async code, clock,
//! randomness or I/O; `driver` performs the effects in order and decides nothing.

mod budget;
mod closing;
mod effect;
mod ending;
mod failing;
mod guard;
mod limits;
mod message;
mod partial_reply;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::{BTreeSet, VecDeque};

use capability::{Code, ToolAgentOutput};
use llm::LlmError;
use messages::Language;
use model::conversation::{
    Content, Delta, Ending, ProviderResponse, Role, StopReason, ToolCall, Usage,
};
use model::{DraftId, NodeId, ThreadId, TurnId};
use serde::{Deserialize, Serialize};

use budget::Pictures;
pub(crate) use budget::TurnBudget;
pub(crate) use closing::{CallSummary, INTERRUPTED, NOT_BEGUN, not_run, summarize_calls};
use effect::publish;
pub(crate) use effect::{ContextOverflow, Effect, Event, OverflowCause};
use failing::TooLong;
use guard::{Bounds, LoopGuard};
pub use limits::{Price, TurnLimits};
pub(crate) use message::{answer_message, closing_message, note_spent};
use message::{plain_message, reply_message};
use partial_reply::PartialReply;

use crate::context::estimate;
use crate::{Autonomy, TurnEvent, TurnOutcome};

/// A call that waits for its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct OpenCall {
    call: ToolCall,
    /// It was the last call of a reply that hit the output limit.
    cut: bool,
}

/// The state of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
enum State {
    /// No instruction yet.
    Fresh,
    /// The model was asked; this much of its reply has arrived.
    Asking {
        #[serde(flatten)]
        partial: PartialReply,
    },
    /// Calls of one reply wait for their answers; the first is running.
    Calling { open: VecDeque<OpenCall> },
    /// The turn is over.
    Ended { outcome: TurnOutcome },
}

/// One instruction, up to its final text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) id: TurnId,
    pub(crate) thread: ThreadId,
    pub(crate) node: Option<NodeId>,
    pub(crate) autonomy: Autonomy,
    pub(crate) draft: Option<DraftId>,
    #[serde(alias = "deeds")]
    pub(crate) call_summaries: Vec<CallSummary>,
    /// The language of the turn's own texts: of the instruction, or of the person's interface where
    /// that does not tell.
    #[serde(default, alias = "tongue")]
    pub(crate) language: Language,
    bounds: Bounds,
    state: State,
    guard: LoopGuard,
    /// The ids of all calls so far: the registry treats a repeated id as a retry.
    call_ids: BTreeSet<String>,
    steps: u32,
    /// Retries of the current request.
    retries: u32,
    unreadable: u32,
    empty: u32,
    /// Set when the service has rejected a payload as too long.
    #[serde(default)]
    too_long: Option<TooLong>,
    wrote: bool,
    succeeded: u32,
    failed: u32,
    usage: Usage,
    /// The tokens that count against the limits: as reported, or estimated if nothing was reported,
    /// including failed attempts.
    #[serde(default)]
    spent: Usage,
    /// The images it paid for.
    #[serde(default)]
    pub(crate) pictures: Pictures,
    /// The tokens of the current request, as far as known.
    #[serde(default)]
    sent: u64,
    /// The code of the model error that ended the turn, if any.
    #[serde(default)]
    failure: Option<String>,
}

impl Turn {
    /// A turn that has not started.
    pub(crate) fn new(
        id: TurnId,
        thread: ThreadId,
        node: Option<NodeId>,
        autonomy: Autonomy,
    ) -> Self {
        Self {
            id,
            thread,
            node,
            autonomy,
            draft: None,
            call_summaries: Vec::new(),
            language: Language::default(),
            bounds: Bounds::default(),
            state: State::Fresh,
            guard: LoopGuard::default(),
            call_ids: BTreeSet::new(),
            steps: 0,
            retries: 0,
            unreadable: 0,
            empty: 0,
            too_long: None,
            wrote: false,
            succeeded: 0,
            failed: 0,
            usage: Usage::default(),
            spent: Usage::default(),
            pictures: Pictures::default(),
            sent: 0,
            failure: None,
        }
    }

    /// The turn with the limits set by a person.
    pub(crate) fn limited(mut self, limits: TurnLimits) -> Self {
        self.bounds.limits = limits;
        self
    }

    /// The turn of a person whose interface speaks this language.
    pub(crate) fn in_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Handles an event. One that does not fit the state, such as an answer that arrives after the
    /// turn was cancelled, is ignored.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Effect> {
        match (&mut self.state, event) {
            (State::Fresh, Event::Instruction(instruction)) => self.begin(instruction),
            (State::Asking { partial }, Event::PartialReply(Delta::Text(text))) => {
                partial.words.push_str(&text);
                vec![publish(TurnEvent::Text {
                    turn: self.id,
                    text,
                })]
            }
            (State::Asking { partial }, Event::PartialReply(Delta::Thinking(text))) => {
                partial.thought = true;
                vec![publish(TurnEvent::Thinking {
                    turn: self.id,
                    text,
                })]
            }
            (State::Asking { partial }, Event::PartialReply(Delta::ToolCallBegan { name, .. })) => {
                partial.begun.push(name);
                Vec::new()
            }
            (State::Asking { .. }, Event::Sending { tokens }) => {
                self.sent = tokens;
                Vec::new()
            }
            (State::Asking { partial }, Event::Replied(reply)) => {
                let partial = std::mem::take(partial);
                self.handle_reply(&partial, reply)
            }
            (State::Asking { .. }, Event::Failed(LlmError::Cancelled)) => self.cancelled(),
            (State::Asking { partial }, Event::Failed(error)) => {
                let partial = std::mem::take(partial);
                self.model_failed(&partial, &error)
            }
            (State::Asking { .. }, Event::ContextOverflow(full)) => self.context_overflow(&full),
            (State::Calling { open }, Event::Answered(output))
                if open
                    .front()
                    .is_some_and(|it| it.call.id.as_deref() == Some(&*output.tool_call_id)) =>
            {
                let mut effects = self.answered(*output, true);
                effects.extend(self.next_call());
                effects
            }
            (State::Asking { .. } | State::Calling { .. }, Event::Drafted(draft)) => {
                self.draft = Some(draft);
                Vec::new()
            }
            (State::Asking { .. } | State::Calling { .. }, Event::Cancelled) => self.cancelled(),
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, instruction: String) -> Vec<Effect> {
        self.language = Language::of_text(&instruction, self.language);
        let user = plain_message(self.id, Role::User, instruction.clone());
        let began = TurnEvent::TurnBegan {
            turn: self.id,
            thread: self.thread,
            node: self.node,
            instruction,
        };
        let mut effects = vec![Effect::Save(vec![user]), publish(began)];
        effects.extend(self.request());
        effects
    }

    /// The next request, or the end of the turn if the step limit is reached.
    fn request(&mut self) -> Vec<Effect> {
        if let Some(why) =
            self.bounds
                .reached(self.steps, &self.spent, &self.pictures, self.language)
        {
            return self.end_with_failure(Ending::Bounded, &why, "");
        }
        self.steps += 1;
        self.retries = 0;
        self.ask_again()
    }

    fn ask_again(&mut self) -> Vec<Effect> {
        self.state = State::Asking {
            partial: PartialReply::default(),
        };
        vec![
            Effect::Compose {
                within: self.too_long.as_ref().map(|it| it.within),
            },
            Effect::Ask,
        ]
    }

    /// Adds a note to the model to the thread and asks it again.
    fn observe(&mut self, observation: &str) -> Vec<Effect> {
        let message = plain_message(self.id, Role::System, observation.to_owned());
        let mut effects = vec![Effect::Save(vec![message])];
        effects.extend(self.request());
        effects
    }

    fn handle_reply(&mut self, partial: &PartialReply, mut reply: ProviderResponse) -> Vec<Effect> {
        self.unreadable = 0;
        let used = reply.metadata.usage.unwrap_or_default();
        if used == Usage::default() {
            let text = serde_json::to_string(&reply.segments).unwrap_or_default();
            self.count_tokens(self.sent, estimate(&text));
        } else {
            self.count_tokens(used.input_tokens, used.output_tokens);
            self.spent.cached_tokens += used.cached_tokens;
        }
        self.usage.input_tokens += used.input_tokens;
        self.usage.output_tokens += used.output_tokens;
        self.usage.cached_tokens += used.cached_tokens;

        let mut effects = self.unstreamed_text(&partial.words, &reply);
        let withheld = self.remove_calls(partial, &mut reply);
        self.assign_call_ids(&mut reply);
        let mut open: VecDeque<_> = reply
            .tool_calls()
            .map(|it| OpenCall {
                call: it.clone(),
                cut: false,
            })
            .collect();
        let Some(last) = open.back_mut() else {
            effects.extend(self.handle_text(reply, partial, &withheld));
            return effects;
        };
        last.cut = reply.metadata.stop == Some(StopReason::Length);
        self.empty = 0;
        effects.push(Effect::Save(vec![reply_message(
            self.id,
            reply.text(),
            reply,
        )]));
        self.state = State::Calling { open };
        effects.extend(self.next_call());
        effects
    }

    /// The part of a reply's text that was not streamed: some models send it all at once.
    fn unstreamed_text(&self, partial: &str, reply: &ProviderResponse) -> Vec<Effect> {
        match reply.text().strip_prefix(partial) {
            None | Some("") => Vec::new(),
            Some(rest) => {
                vec![publish(TurnEvent::Text {
                    turn: self.id,
                    text: rest.to_owned(),
                })]
            }
        }
    }

    /// Gives every call an id that no other call of the turn has: the registry treats a repeated id
    /// as a retry and would return the first outcome.
    fn assign_call_ids(&mut self, reply: &mut ProviderResponse) {
        for segment in &mut reply.segments {
            let Content::ToolCall { tool_call } = &mut segment.content else {
                continue;
            };
            let wanted = tool_call.id.take().filter(|it| !it.is_empty());
            let wanted = wanted.unwrap_or_else(|| "call".to_owned());
            let mut id = wanted.clone();
            let mut number = 1;
            while !self.call_ids.insert(id.clone()) {
                number += 1;
                id = format!("{wanted}-{number}");
            }
            tool_call.id = Some(id);
        }
    }

    fn count_tokens(&mut self, input: u64, output: u64) {
        self.spent.input_tokens += input;
        self.spent.output_tokens += output;
    }

    /// Removes the calls from a reply that a filter cut off, because a truncated reply must not be
    /// acted upon. Returns their names, including those that never arrived completely.
    fn remove_calls(&self, partial: &PartialReply, reply: &mut ProviderResponse) -> Vec<String> {
        if reply.metadata.stop != Some(StopReason::Refusal) {
            return Vec::new();
        }
        let whole: Vec<_> = reply.tool_calls().map(|it| it.name.clone()).collect();
        reply
            .segments
            .retain(|it| !matches!(it.content, Content::ToolCall { .. }));
        if whole.len() > partial.begun.len() {
            whole
        } else {
            partial.begun.clone()
        }
    }

    /// Handles a reply without calls: the final text, unless it is empty.
    fn handle_text(
        &mut self,
        reply: ProviderResponse,
        partial: &PartialReply,
        withheld: &[String],
    ) -> Vec<Effect> {
        let stop = reply.metadata.stop;
        let says_nothing = reply.segments.iter().all(|it| match &it.content {
            Content::Text { text } => text.trim().is_empty(),
            _ => false,
        });
        let (ending, why) = match stop {
            Some(StopReason::Length) if says_nothing => {
                let thought =
                    partial.thought || reply.segments.iter().any(|it| it.provider_state.is_some());
                let (why, advice) = wording::output_limit_before_text(thought, self.language);
                let mut effects = self.void(partial);
                effects.extend(self.end_with_failure(Ending::Bounded, &why, &advice));
                return effects;
            }
            Some(StopReason::Length) => (
                Ending::Bounded,
                wording::output_limit_in_text(self.language),
            ),
            Some(StopReason::Refusal) => (
                Ending::Refused,
                wording::declined(says_nothing, withheld, self.language),
            ),
            _ if says_nothing => return self.handle_empty(partial),
            _ => {
                let text = reply.text();
                let message = reply_message(self.id, text.clone(), reply);
                return self.end(Ending::Done, text, message);
            }
        };
        if says_nothing {
            let mut effects = self.void(partial);
            let advice = wording::rephrase_advice(self.language);
            effects.extend(self.end_with_failure(ending, &why, &advice));
            return effects;
        }
        let advice = match ending {
            Ending::Refused => wording::rephrase_advice(self.language),
            _ => String::new(),
        };
        let closing = self.closing(ending, &why, &advice);
        let text = format!("{}\n\n{closing}", reply.text());
        let mut message = reply_message(self.id, text.clone(), reply);
        message::mark(&mut message, ending);
        self.end(ending, text, message)
    }

    /// Tells the model that its reply had neither text nor calls, a limited number of times.
    fn handle_empty(&mut self, partial: &PartialReply) -> Vec<Effect> {
        let mut effects = self.void(partial);
        if self.empty >= self.bounds.empty {
            let (why, advice) = wording::empty_reply(self.language);
            effects.extend(self.end_with_failure(Ending::Bounded, &why, &advice));
        } else {
            self.empty += 1;
            effects.extend(
                self.observe("Your last reply was empty. Answer in words, or call a tool."),
            );
        }
        effects
    }

    /// Runs the first open call that may run and answers those before it that may not. Asks the
    /// model again once all are answered.
    fn next_call(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let State::Calling { open } = &self.state
            && let Some(OpenCall { call, cut }) = open.front().cloned()
        {
            effects.push(publish(TurnEvent::ToolCallBegan {
                turn: self.id,
                call_id: call.id.clone().unwrap_or_default(),
                name: call.name.clone(),
                args: call.args.clone(),
            }));
            let refusal = if cut {
                Some(not_run(&call, Code::InvalidActionInput, closing::CUT))
            } else {
                let verdict = self.guard.admit(&call, &self.bounds);
                verdict.err().map(|it| not_run(&call, it.code, &it.message))
            };
            let Some(refusal) = refusal else {
                effects.push(Effect::Call(call));
                return effects;
            };
            effects.extend(self.answered(refusal, false));
        }
        self.guard.end_reply();
        if self.guard.exceeds_corrections(&self.bounds) {
            let (why, advice) = wording::too_many_corrections(self.language);
            effects.extend(self.end_with_failure(Ending::Bounded, &why, &advice));
        } else if self.guard.is_stuck(&self.bounds) {
            let (why, advice) = wording::too_many_failures(self.bounds.failures, self.language);
            effects.extend(self.end_with_failure(Ending::Bounded, &why, &advice));
        } else if let Some(held_back) = self.pictures.held_back {
            let why = wording::picture_limit(&held_back, self.uncounted(), self.language);
            effects.extend(self.end_with_failure(Ending::Bounded, &why, ""));
        } else {
            effects.extend(self.request());
        }
        effects
    }

    /// Records the answer of the first open call, whether it ran or not.
    fn answered(&mut self, output: ToolAgentOutput, ran: bool) -> Vec<Effect> {
        let State::Calling { open } = &mut self.state else {
            return Vec::new();
        };
        let Some(OpenCall { call, .. }) = open.pop_front() else {
            return Vec::new();
        };
        if ran {
            self.guard.note(&call, &output);
        } else {
            self.guard.note_refused();
        }
        if output.error.is_none() {
            self.succeeded += 1;
        } else {
            self.failed += 1;
        }
        self.wrote |= output.change.is_some() || !output.wrote.is_empty();
        self.call_summaries
            .extend(CallSummary::of(&output, self.language));
        let message = answer_message(self.id, &output);
        let answered = TurnEvent::ToolAnswered {
            turn: self.id,
            output,
        };
        vec![Effect::Save(vec![message]), publish(answered)]
    }
}
