//! What becomes of a turn when the model cannot be used: the same request again after a wait, a word
//! to the model, or the end. Part of the machine in [`super`], and as pure.

use std::time::Duration;

use llm::LlmError;
use model::TurnId;

use super::{Effect, State, Turn, closing, publish};
use crate::{Ending, TurnEvent};

/// The longest wait that a service may ask for; beyond it the turn ends and says so.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl Turn {
    pub(super) fn model_failed(&mut self, error: &LlmError) -> Vec<Effect> {
        match error {
            LlmError::TooLong { message, .. } if self.too_long.is_none() => {
                self.too_long = Some(message.clone());
                self.ask_again()
            }
            LlmError::Unreadable { .. } | LlmError::BadToolCall { .. } => {
                if self.unreadable >= self.bounds.unreadable {
                    return self.give_up(Ending::Bounded, error);
                }
                self.unreadable += 1;
                self.observe(&format!(
                    "Your last reply could not be read: {error}. Nothing of it was carried out. \
                     Send it again; the arguments of a call are one JSON object."
                ))
            }
            _ if error.is_transient() => self.retry(error),
            _ => self.give_up(Ending::Failed, error),
        }
    }

    /// What is always sent takes more than there is room for: no history could be left out to help,
    /// so nothing is tried again.
    pub(super) fn no_room(&mut self, needed: u64, room: u64, window: u64) -> Vec<Effect> {
        let why = match &self.too_long {
            None => format!(
                "What every request holds (the instructions to the model, the node and the tools) \
                 takes about {needed} tokens, and {room} of the model's {window} are left for it \
                 beside its answer."
            ),
            Some(said) => format!(
                "The service found the request too long ({said}), and what every request holds \
                 takes about {needed} tokens, so it cannot be made much shorter."
            ),
        };
        let advice = "Give the model a longer context (context_tokens in its settings, and on its \
                      server where that runs on your machine), choose a model with a larger window, \
                      or keep less on this node.";
        self.end_badly(Ending::Failed, &why, advice)
    }

    fn retry(&mut self, error: &LlmError) -> Vec<Effect> {
        let asked_for = error.retry_after();
        if self.retries >= self.bounds.retries || asked_for.is_some_and(|it| it > LONGEST_WAIT) {
            return self.give_up(Ending::Failed, error);
        }
        self.retries += 1;
        let wait = asked_for
            .unwrap_or_default()
            .max(backoff(self.id, self.retries));
        self.state = State::Asking {
            heard: String::new(),
        };
        let retrying = TurnEvent::Retrying {
            turn: self.id,
            attempt: self.retries,
            after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            reason: error.to_string(),
        };
        vec![publish(retrying), Effect::Wait(wait), Effect::Ask]
    }

    fn give_up(&mut self, ending: Ending, error: &LlmError) -> Vec<Effect> {
        let tried = match self.retries {
            0 => String::new(),
            retries => format!(" (tried {} times)", retries + 1),
        };
        self.end_badly(ending, &format!("{error}{tried}."), closing::advice(error))
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
