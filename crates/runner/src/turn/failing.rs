//! What becomes of a turn when the model cannot be used: the same request again after a wait, a word
//! to the model, or the end. Part of the machine in [`super`], and as pure.

use std::time::Duration;

use llm::LlmError;
use model::TurnId;
use serde::{Deserialize, Serialize};

use super::{Effect, Heard, NoRoom, State, TooMuch, Turn, publish, wording};
use crate::context::estimate;
use crate::{Ending, TurnEvent};

/// The longest wait that a service may ask for; beyond it the turn ends and says so.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A payload that was too long for the service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct TooLong {
    /// What it said.
    pub(super) said: String,
    /// What goes out from then on has at most so many tokens: half of what was too much.
    pub(super) within: u64,
}

impl Turn {
    pub(super) fn model_failed(&mut self, heard: &Heard, error: &LlmError) -> Vec<Effect> {
        self.count_failed(heard, error);
        if error.is_transient()
            && let Some(retrying) = self.retry(error)
        {
            return retrying;
        }
        let mut effects = self.void(heard);
        effects.extend(match error {
            LlmError::TooLong { message, .. } if self.too_long.is_none() => {
                self.too_long = Some(TooLong {
                    said: message.clone(),
                    within: self.sent / 2,
                });
                self.ask_again()
            }
            LlmError::Empty { .. } => self.said_nothing(&Heard::default()),
            LlmError::Unreadable { .. } | LlmError::BadToolCall { .. }
                if self.unreadable < self.bounds.unreadable =>
            {
                self.unreadable += 1;
                self.observe(&format!(
                    "Your last reply could not be read: {error}. Nothing of it was carried out. \
                     Send it again; the arguments of a call are one JSON object."
                ))
            }
            LlmError::Unreadable { .. } | LlmError::BadToolCall { .. } => {
                self.give_up(Ending::Bounded, error)
            }
            LlmError::Refused { .. } => self.give_up(Ending::Refused, error),
            _ => self.give_up(Ending::Failed, error),
        });
        effects
    }

    /// Says that what streamed of a reply does not count.
    pub(super) fn void(&self, heard: &Heard) -> Vec<Effect> {
        let void = TurnEvent::WordsVoid { turn: self.id };
        let said = (!heard.words.is_empty()).then(|| publish(void));
        said.into_iter().collect()
    }

    /// Counts an attempt that failed after the service had taken it up against the bounds, as far
    /// as we can tell what it took.
    fn count_failed(&mut self, heard: &Heard, error: &LlmError) {
        let was_answered = matches!(
            error,
            LlmError::Unreadable { .. }
                | LlmError::BadToolCall { .. }
                | LlmError::Empty { .. }
                | LlmError::Refused { .. }
                | LlmError::BrokenOff { .. }
        );
        if was_answered || !heard.is_nothing() {
            self.spend(self.sent, estimate(&heard.words));
        }
    }

    /// No request fits, so nothing is tried again. A turn that has come some way can be gone on
    /// with: what it has read so far need not be sent then.
    pub(super) fn no_room(&mut self, full: &NoRoom) -> Vec<Effect> {
        let refused = self.too_long.as_ref().map(|it| it.said.as_str());
        let (ending, (why, advice)) = match full.what {
            TooMuch::Always => (Ending::Failed, wording::no_room(full, refused, self.tongue)),
            TooMuch::Turn if self.steps > 1 => {
                (Ending::Bounded, wording::turn_too_long(full, self.tongue))
            }
            TooMuch::Turn => (
                Ending::Failed,
                wording::instruction_too_long(full, self.tongue),
            ),
        };
        self.end_badly(ending, &why, &advice)
    }

    /// The same request once more; `None` where there were enough of them.
    fn retry(&mut self, error: &LlmError) -> Option<Vec<Effect>> {
        let asked_for = error.retry_after();
        if self.retries >= self.bounds.retries || asked_for.is_some_and(|it| it > LONGEST_WAIT) {
            return None;
        }
        // How often it was repeated is no step, but what it cost counts.
        if let Some(why) = self
            .bounds
            .reached(0, &self.spent, &self.pictures, self.tongue)
        {
            return Some(self.end_badly(Ending::Bounded, &why, ""));
        }
        self.retries += 1;
        let wait = asked_for
            .unwrap_or_default()
            .max(backoff(self.id, self.retries));
        self.state = State::Asking {
            heard: Heard::default(),
        };
        let retrying = TurnEvent::Retrying {
            turn: self.id,
            attempt: self.retries,
            after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            reason: wording::said(error, self.tongue),
        };
        Some(vec![publish(retrying), Effect::Wait(wait), Effect::Ask])
    }

    fn give_up(&mut self, ending: Ending, error: &LlmError) -> Vec<Effect> {
        self.failure = Some(error.word().to_owned());
        let why = wording::reason(error, self.retries + 1, self.tongue);
        let advice = wording::advice(error, self.tongue);
        self.end_badly(ending, &why, &advice)
    }
}

/// Half a second, two, eight, and up to a quarter more: from the turn's id, so that many turns
/// that failed together do not come back together and a test still knows the wait.
fn backoff(turn: TurnId, retry: u32) -> Duration {
    let base = 500 * 4_u64.pow(retry.clamp(1, 3) - 1);
    let (high, low) = turn.0.as_u64_pair();
    let mixed = (high ^ low.rotate_left(retry)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(base + base * (mixed % 1000) / 4000)
}
