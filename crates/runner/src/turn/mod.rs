//! Turn: one instruction to its final text, as a pure machine, an event in and effects out. Enter
//! through [`Turn::new`] and [`Turn::handle`]. Deliberately not here: async, clock, randomness, IO;
//! `drive` performs the effects in order and decides nothing.

mod closing;
mod effect;
mod ending;
mod failing;
mod guard;
mod message;
#[cfg(test)]
mod tests;
mod tongue;
mod wording;

use std::collections::{BTreeSet, VecDeque};

use capability::{Code, ToolAgentOutput};
use llm::LlmError;
use model::talk::{Content, Delta, ProviderResponse, Role, StopReason, ToolCall, Usage};
use model::{DraftId, NodeId, ThreadId, TurnId};
use serde::{Deserialize, Serialize};

pub(crate) use closing::{Deed, INTERRUPTED, NOT_BEGUN, account, not_run};
use effect::publish;
pub(crate) use effect::{Effect, Event, NoRoom, TooMuch};
use failing::TooLong;
use guard::{Bounds, Guard};
pub use guard::{Price, TurnLimits};
pub(crate) use message::{answer_message, closing_message, note_spent};
use message::{plain_message, reply_message};
pub(crate) use tongue::Tongue;

use crate::context::estimate;
use crate::purse::Pictures;
use crate::{Autonomy, Ending, TurnEvent, TurnOutcome};

/// A call that waits for its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Open {
    call: ToolCall,
    /// It was the last of a reply that ran into the output limit.
    cut: bool,
}

/// What of a reply has arrived.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Heard {
    #[serde(rename = "heard")]
    words: String,
    /// Thinking has come.
    thought: bool,
    /// The tools that it began to call.
    begun: Vec<String>,
}

impl Heard {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Where a turn stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
enum State {
    /// Nothing was said yet.
    Fresh,
    /// The model was asked; this much of its reply has arrived.
    Asking {
        #[serde(flatten)]
        heard: Heard,
    },
    /// Calls of one reply wait for their answers; the first is running.
    Calling { open: VecDeque<Open> },
    /// Over.
    Ended { outcome: TurnOutcome },
}

/// One instruction to its final text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) id: TurnId,
    pub(crate) thread: ThreadId,
    pub(crate) node: Option<NodeId>,
    pub(crate) autonomy: Autonomy,
    pub(crate) draft: Option<DraftId>,
    pub(crate) deeds: Vec<Deed>,
    /// What the person wrote in, and what the turn's own words are in.
    #[serde(default)]
    pub(crate) tongue: Tongue,
    bounds: Bounds,
    state: State,
    guard: Guard,
    /// The ids of all calls so far: the door takes a repeated one for a retry.
    call_ids: BTreeSet<String>,
    steps: u32,
    /// Repetitions of the request under way.
    retries: u32,
    unreadable: u32,
    empty: u32,
    /// The service found a payload too long.
    #[serde(default)]
    too_long: Option<TooLong>,
    wrote: bool,
    succeeded: u32,
    failed: u32,
    usage: Usage,
    /// What counts against the bounds: what was reported, an estimate where nothing was, failed
    /// attempts among it.
    #[serde(default)]
    spent: Usage,
    /// The pictures it paid for.
    #[serde(default)]
    pub(crate) pictures: Pictures,
    /// The tokens of the request under way, as far as we can tell.
    #[serde(default)]
    sent: u64,
    /// What was wrong with the model at the end, in one word.
    #[serde(default)]
    failure: Option<String>,
}

impl Turn {
    /// A turn in which nothing was said yet.
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
            deeds: Vec::new(),
            tongue: Tongue::default(),
            bounds: Bounds::default(),
            state: State::Fresh,
            guard: Guard::default(),
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

    /// The turn under what a person set.
    pub(crate) fn limited(mut self, limits: TurnLimits) -> Self {
        self.bounds.limits = limits;
        self
    }

    /// Hears of an event. One that does not fit the state (an answer that comes after a stop) is
    /// ignored.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Effect> {
        match (&mut self.state, event) {
            (State::Fresh, Event::Said(instruction)) => self.begin(instruction),
            (State::Asking { heard }, Event::Heard(Delta::Text(text))) => {
                heard.words.push_str(&text);
                vec![publish(TurnEvent::Text {
                    turn: self.id,
                    text,
                })]
            }
            (State::Asking { heard }, Event::Heard(Delta::Thinking(text))) => {
                heard.thought = true;
                vec![publish(TurnEvent::Thinking {
                    turn: self.id,
                    text,
                })]
            }
            (State::Asking { heard }, Event::Heard(Delta::ToolCallBegan { name, .. })) => {
                heard.begun.push(name);
                Vec::new()
            }
            (State::Asking { .. }, Event::Sending { tokens }) => {
                self.sent = tokens;
                Vec::new()
            }
            (State::Asking { heard }, Event::Replied(reply)) => {
                let heard = std::mem::take(heard);
                self.replied(&heard, reply)
            }
            (State::Asking { .. }, Event::Failed(LlmError::Cancelled)) => self.cancelled(),
            (State::Asking { heard }, Event::Failed(error)) => {
                let heard = std::mem::take(heard);
                self.model_failed(&heard, &error)
            }
            (State::Asking { .. }, Event::NoRoom(full)) => self.no_room(&full),
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
        self.tongue = Tongue::of(&instruction);
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

    /// The next request, or the end where there were enough of them.
    fn request(&mut self) -> Vec<Effect> {
        if let Some(why) = self
            .bounds
            .reached(self.steps, &self.spent, &self.pictures, self.tongue)
        {
            return self.end_badly(Ending::Bounded, &why, "");
        }
        self.steps += 1;
        self.retries = 0;
        self.ask_again()
    }

    fn ask_again(&mut self) -> Vec<Effect> {
        self.state = State::Asking {
            heard: Heard::default(),
        };
        vec![
            Effect::Compose {
                within: self.too_long.as_ref().map(|it| it.within),
            },
            Effect::Ask,
        ]
    }

    /// Tells the model something in the thread and asks it again.
    fn observe(&mut self, observation: &str) -> Vec<Effect> {
        let told = plain_message(self.id, Role::System, observation.to_owned());
        let mut effects = vec![Effect::Save(vec![told])];
        effects.extend(self.request());
        effects
    }

    fn replied(&mut self, heard: &Heard, mut reply: ProviderResponse) -> Vec<Effect> {
        self.unreadable = 0;
        let used = reply.metadata.usage.unwrap_or_default();
        if used == Usage::default() {
            let said = serde_json::to_string(&reply.segments).unwrap_or_default();
            self.spend(self.sent, estimate(&said));
        } else {
            self.spend(used.input_tokens, used.output_tokens);
            self.spent.cached_tokens += used.cached_tokens;
        }
        self.usage.input_tokens += used.input_tokens;
        self.usage.output_tokens += used.output_tokens;
        self.usage.cached_tokens += used.cached_tokens;

        let mut effects = self.unheard(&heard.words, &reply);
        let withheld = self.withhold(heard, &mut reply);
        self.name_calls(&mut reply);
        let mut open: VecDeque<_> = reply
            .tool_calls()
            .map(|it| Open {
                call: it.clone(),
                cut: false,
            })
            .collect();
        let Some(last) = open.back_mut() else {
            effects.extend(self.spoke(reply, heard, &withheld));
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

    /// The words of a reply that did not stream in: a model may give them all at once.
    fn unheard(&self, heard: &str, reply: &ProviderResponse) -> Vec<Effect> {
        match reply.text().strip_prefix(heard) {
            None | Some("") => Vec::new(),
            Some(rest) => {
                vec![publish(TurnEvent::Text {
                    turn: self.id,
                    text: rest.to_owned(),
                })]
            }
        }
    }

    /// Gives every call an id that no other call of the turn has: the door takes a repeated id
    /// for a retry and would answer with the first outcome.
    fn name_calls(&mut self, reply: &mut ProviderResponse) {
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

    fn spend(&mut self, input: u64, output: u64) {
        self.spent.input_tokens += input;
        self.spent.output_tokens += output;
    }

    /// Takes the calls out of a reply that was refused in its middle: what a filter cut off is
    /// nothing to act upon. Gives their names, and of those that never came whole.
    fn withhold(&self, heard: &Heard, reply: &mut ProviderResponse) -> Vec<String> {
        if reply.metadata.stop != Some(StopReason::Refusal) {
            return Vec::new();
        }
        let whole: Vec<_> = reply.tool_calls().map(|it| it.name.clone()).collect();
        reply
            .segments
            .retain(|it| !matches!(it.content, Content::ToolCall { .. }));
        if whole.len() > heard.begun.len() {
            whole
        } else {
            heard.begun.clone()
        }
    }

    /// A reply without calls: the final text, unless it says nothing.
    fn spoke(
        &mut self,
        reply: ProviderResponse,
        heard: &Heard,
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
                    heard.thought || reply.segments.iter().any(|it| it.provider_state.is_some());
                let (why, advice) = wording::used_up(thought, self.tongue);
                let mut effects = self.void(heard);
                effects.extend(self.end_badly(Ending::Bounded, &why, &advice));
                return effects;
            }
            Some(StopReason::Length) => (Ending::Bounded, wording::cut_off(self.tongue)),
            Some(StopReason::Refusal) => (
                Ending::Refused,
                wording::declined(says_nothing, withheld, self.tongue),
            ),
            _ if says_nothing => return self.said_nothing(heard),
            _ => {
                let text = reply.text();
                let message = reply_message(self.id, text.clone(), reply);
                return self.end(Ending::Done, text, message);
            }
        };
        if says_nothing {
            let mut effects = self.void(heard);
            let advice = wording::other_words(self.tongue);
            effects.extend(self.end_badly(ending, &why, &advice));
            return effects;
        }
        let advice = match ending {
            Ending::Refused => wording::other_words(self.tongue),
            _ => String::new(),
        };
        let closing = self.closing(ending, &why, &advice);
        let text = format!("{}\n\n{closing}", reply.text());
        let mut message = reply_message(self.id, text.clone(), reply);
        message::mark(&mut message, ending);
        self.end(ending, text, message)
    }

    /// An answer without words and calls is told to the model, which may find some; not for ever.
    fn said_nothing(&mut self, heard: &Heard) -> Vec<Effect> {
        let mut effects = self.void(heard);
        if self.empty >= self.bounds.empty {
            let (why, advice) = wording::no_words(self.tongue);
            effects.extend(self.end_badly(Ending::Bounded, &why, &advice));
        } else {
            self.empty += 1;
            effects.extend(
                self.observe("Your last reply was empty. Answer in words, or call a tool."),
            );
        }
        effects
    }

    /// Runs the first open call that may run, answering those before it that may not; asks the
    /// model again once all are answered.
    fn next_call(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while let State::Calling { open } = &self.state
            && let Some(Open { call, cut }) = open.front().cloned()
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
                verdict
                    .err()
                    .map(|it| not_run(&call, Code::PermissionDenied, &it))
            };
            let Some(refusal) = refusal else {
                effects.push(Effect::Call(call));
                return effects;
            };
            effects.extend(self.answered(refusal, false));
        }
        if self.guard.is_spent(&self.bounds) {
            let (why, advice) = wording::spent(self.tongue);
            effects.extend(self.end_badly(Ending::Bounded, &why, &advice));
        } else if self.guard.is_stuck(&self.bounds) {
            let (why, advice) = wording::stuck(self.bounds.failures, self.tongue);
            effects.extend(self.end_badly(Ending::Bounded, &why, &advice));
        } else if let Some(held_back) = self.pictures.held_back {
            let why = wording::after_pictures(&held_back, self.uncounted(), self.tongue);
            effects.extend(self.end_badly(Ending::Bounded, &why, ""));
        } else {
            effects.extend(self.request());
        }
        effects
    }

    /// Takes the answer of the first open call into account, whether it ran or not.
    fn answered(&mut self, output: ToolAgentOutput, ran: bool) -> Vec<Effect> {
        let State::Calling { open } = &mut self.state else {
            return Vec::new();
        };
        let Some(Open { call, .. }) = open.pop_front() else {
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
        self.deeds.extend(Deed::of(&output, self.tongue));
        let message = answer_message(self.id, &output);
        let answered = TurnEvent::ToolAnswered {
            turn: self.id,
            output,
        };
        vec![Effect::Save(vec![message]), publish(answered)]
    }
}
