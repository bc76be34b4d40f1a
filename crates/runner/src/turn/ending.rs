//! How a turn ends: every call answered, the last line kept, the outcome told. Part of the machine in
//! [`super`], and as pure.

use capability::Code;
use model::talk::ToolCall;
use store::NewMessage;

use super::message::note_spent;
use super::{Effect, State, Turn, account, closing, closing_message, not_run, publish, wording};
use crate::{Ending, Spent, TurnEvent, TurnOutcome, Uncounted};

impl Turn {
    /// What it took so far.
    pub(crate) fn spent(&self) -> Spent {
        Spent {
            usage: self.usage,
            pictures: self.pictures.paid,
            cost: self.bounds.cost(&self.spent, &self.pictures),
            uncounted: self.uncounted(),
        }
    }

    /// What its cost leaves out for want of a price.
    pub(super) fn uncounted(&self) -> Uncounted {
        self.bounds.uncounted(&self.spent, &self.pictures)
    }

    /// What its tokens have cost so far; nothing where they have no price.
    pub(crate) fn cost_of_tokens(&self) -> f64 {
        let price = self.bounds.limits.price.unwrap_or_default();
        price.of(&self.spent)
    }

    /// The calls behind the one that is running which may run as they are.
    pub(crate) fn calls_behind(&self) -> impl Iterator<Item = &ToolCall> {
        let open = match &self.state {
            State::Calling { open } => Some(open),
            _ => None,
        };
        let behind = open.into_iter().flatten().skip(1);
        behind.filter(|it| !it.cut).map(|it| &it.call)
    }

    /// Closes every open call and ends; what was written stays.
    pub(super) fn cancelled(&mut self) -> Vec<Effect> {
        let (heard, not_run_calls) = match &self.state {
            State::Asking { heard } => (heard.words.clone(), Vec::new()),
            State::Calling { open } => (
                String::new(),
                open.iter().map(|it| it.call.clone()).collect(),
            ),
            State::Fresh | State::Ended { .. } => return Vec::new(),
        };
        let account = account(&self.deeds, &not_run_calls, self.tongue);
        let mut effects = Vec::new();
        for call in &not_run_calls {
            let output = not_run(call, Code::Cancelled, closing::STOPPED);
            effects.extend(self.answered(output, false));
        }
        let stopped = wording::stopped(self.tongue);
        let mut text = self.tongue.join(&[&stopped, &account]);
        if !heard.trim().is_empty() {
            text = format!("{heard}\n\n{text}");
        }
        let message = closing_message(self.id, Ending::Cancelled, text.clone());
        effects.extend(self.end(Ending::Cancelled, text, message));
        effects
    }

    pub(super) fn end_badly(&mut self, ending: Ending, why: &str, advice: &str) -> Vec<Effect> {
        let text = self.closing(ending, why, advice);
        let message = closing_message(self.id, ending, text.clone());
        self.end(ending, text, message)
    }

    /// Why it is over, what was done and what was not, what to do, and the offer to go on where a
    /// bound alone was in the way.
    pub(super) fn closing(&self, ending: Ending, why: &str, advice: &str) -> String {
        let account = account(&self.deeds, &[], self.tongue);
        let offer = match ending {
            Ending::Bounded => wording::go_on(self.tongue),
            _ => String::new(),
        };
        self.tongue.join(&[why, &account, advice, &offer])
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
