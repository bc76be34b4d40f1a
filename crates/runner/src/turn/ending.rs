//! How a turn ends: every call answered, the last line kept, the outcome told. Part of the machine in
//! [`super`], and as pure.

use capability::Code;
use store::NewMessage;

use super::{Effect, State, Turn, account, closing, closing_message, not_run, publish};
use crate::{Ending, TurnEvent, TurnOutcome};

impl Turn {
    /// Closes every open call and ends; what was written stays.
    pub(super) fn cancelled(&mut self) -> Vec<Effect> {
        let (heard, not_run_calls) = match &self.state {
            State::Asking { heard } => (heard.clone(), Vec::new()),
            State::Calling { open } => (
                String::new(),
                open.iter().map(|it| it.call.clone()).collect(),
            ),
            State::Fresh | State::Ended { .. } => return Vec::new(),
        };
        let account = account(&self.deeds, &not_run_calls);
        let mut effects = Vec::new();
        for call in &not_run_calls {
            let output = not_run(call, Code::Cancelled, closing::STOPPED);
            effects.extend(self.answered(output, false));
        }
        let mut text = format!("Stopped by the person. {account}");
        if !heard.trim().is_empty() {
            text = format!("{heard}\n\n{text}");
        }
        let message = closing_message(self.id, Ending::Cancelled, text.clone());
        effects.extend(self.end(Ending::Cancelled, text, message));
        effects
    }

    pub(super) fn end_badly(&mut self, ending: Ending, why: &str, advice: &str) -> Vec<Effect> {
        let text = format!("{why} {} {advice}", account(&self.deeds, &[]));
        let message = closing_message(self.id, ending, text.clone());
        self.end(ending, text, message)
    }

    pub(super) fn end(&mut self, ending: Ending, text: String, last: NewMessage) -> Vec<Effect> {
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
            text,
            calls_succeeded: self.succeeded,
            calls_failed: self.failed,
            draft: self.draft,
            usage: self.usage,
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
