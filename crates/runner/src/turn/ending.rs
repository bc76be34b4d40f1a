//! How a turn ends: every call is answered, the last message stored, the outcome published. Part of
//! the state machine in [`super`], and as pure.

use capability::Code;
use messages::sentences;
use model::conversation::{Ending, ToolCall, TurnUsage, UnpricedUsage};
use store::NewMessage;

use super::message::note_spent;
use super::{
    Effect, State, Turn, closing, closing_message, not_run, publish, summarize_calls, wording,
};
use crate::{TurnEvent, TurnOutcome};

impl Turn {
    /// What it used so far.
    pub(crate) fn spent(&self) -> TurnUsage {
        TurnUsage {
            usage: self.usage,
            pictures: self.pictures.paid,
            cost: self.bounds.cost(&self.spent, &self.pictures),
            uncounted: self.uncounted(),
        }
    }

    /// The outcome if it could not end by itself.
    pub(crate) fn failed(&self, text: String) -> TurnOutcome {
        TurnOutcome {
            turn: self.id,
            thread: self.thread,
            ending: Ending::Failed,
            can_go_on: false,
            text,
            calls_succeeded: 0,
            calls_failed: 0,
            draft: self.draft,
            spent: self.spent(),
            failure: None,
        }
    }

    /// What its cost leaves out because a price is missing.
    pub(super) fn uncounted(&self) -> UnpricedUsage {
        self.bounds.uncounted(&self.spent, &self.pictures)
    }

    /// The cost of its tokens so far; zero if they have no price.
    pub(crate) fn cost_of_tokens(&self) -> f64 {
        let price = self.bounds.limits.price.unwrap_or_default();
        price.of(&self.spent)
    }

    /// The calls after the running one that may run unchanged.
    pub(crate) fn calls_behind(&self) -> impl Iterator<Item = &ToolCall> {
        let open = match &self.state {
            State::Calling { open } => Some(open),
            _ => None,
        };
        let behind = open.into_iter().flatten().skip(1);
        behind.filter(|it| !it.cut).map(|it| &it.call)
    }

    /// Closes every open call and ends the turn; what was written stays.
    pub(super) fn cancelled(&mut self) -> Vec<Effect> {
        let (partial, not_run_calls) = match &self.state {
            State::Asking { partial } => (partial.words.clone(), Vec::new()),
            State::Calling { open } => (
                String::new(),
                open.iter().map(|it| it.call.clone()).collect(),
            ),
            State::Fresh | State::Ended { .. } => return Vec::new(),
        };
        let summarize_calls = summarize_calls(&self.call_summaries, &not_run_calls, self.language);
        let mut effects = Vec::new();
        for call in &not_run_calls {
            let output = not_run(call, Code::Cancelled, closing::STOPPED);
            effects.extend(self.answered(output, false));
        }
        let stopped = wording::stopped(self.language);
        let mut text = sentences(self.language, &[&stopped, &summarize_calls]);
        if !partial.trim().is_empty() {
            text = format!("{partial}\n\n{text}");
        }
        let message = closing_message(self.id, Ending::Cancelled, text.clone());
        effects.extend(self.end(Ending::Cancelled, text, message));
        effects
    }

    pub(super) fn end_with_failure(
        &mut self,
        ending: Ending,
        why: &str,
        advice: &str,
    ) -> Vec<Effect> {
        let text = self.closing(ending, why, advice);
        let message = closing_message(self.id, ending, text.clone());
        self.end(ending, text, message)
    }

    /// Why it ended, what was done and what was not, what to do, and an offer to continue if only a
    /// limit stopped it.
    pub(super) fn closing(&self, ending: Ending, why: &str, advice: &str) -> String {
        let summarize_calls = summarize_calls(&self.call_summaries, &[], self.language);
        let offer = match ending {
            Ending::Bounded => wording::offer_to_continue(self.language),
            _ => String::new(),
        };
        sentences(self.language, &[why, &summarize_calls, advice, &offer])
    }

    pub(super) fn end(
        &mut self,
        ending: Ending,
        text: String,
        mut last: NewMessage,
    ) -> Vec<Effect> {
        note_spent(&mut last, self.spent());
        let mut effects = vec![Effect::Save(vec![last])];
        if !self.wrote
            && let Some(draft) = self.draft.take()
        {
            effects.push(Effect::DropDraft(draft));
        }
        let outcome = TurnOutcome {
            turn: self.id,
            thread: self.thread,
            ending,
            can_go_on: ending == Ending::Bounded,
            text,
            calls_succeeded: self.succeeded,
            calls_failed: self.failed,
            draft: self.draft,
            spent: self.spent(),
            failure: self.failure.clone(),
        };
        self.state = State::Ended {
            outcome: outcome.clone(),
        };
        let ended = TurnEvent::TurnEnded {
            turn: self.id,
            outcome: outcome.clone(),
        };
        effects.extend([Effect::Complete, publish(ended), Effect::Stop(outcome)]);
        effects
    }
}
