//! What happens to a turn when a model request fails: the same request is sent again after a delay,
//! the model is told, or the turn ends. Part of the state machine in [`super`], and as pure.

use std::time::Duration;

use llm::LlmError;
use model::TurnId;
use model::conversation::Ending;
use serde::{Deserialize, Serialize};

use super::{ContextOverflow, Effect, OverflowCause, PartialReply, State, Turn, publish, wording};
use crate::TurnEvent;
use crate::context::estimate;

/// The longest delay that a service may ask for; beyond it the turn ends and says so.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A payload that was too long for the service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct TooLong {
    /// The service's message.
    pub(super) said: String,
    /// The token limit for later requests: half the size of the rejected one.
    pub(super) within: u64,
}

impl Turn {
    pub(super) fn model_failed(&mut self, partial: &PartialReply, error: &LlmError) -> Vec<Effect> {
        self.count_failed(partial, error);
        if error.is_transient()
            && let Some(retrying) = self.retry(error)
        {
            return retrying;
        }
        let mut effects = self.void(partial);
        effects.extend(match error {
            LlmError::TooLong { message, .. } if self.too_long.is_none() => {
                self.too_long = Some(TooLong {
                    said: message.clone(),
                    within: self.sent / 2,
                });
                self.ask_again()
            }
            LlmError::Empty { .. } => self.handle_empty(&PartialReply::default()),
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
                self.end_after_error(Ending::Bounded, error)
            }
            LlmError::Refused { .. } => self.end_after_error(Ending::Refused, error),
            _ => self.end_after_error(Ending::Failed, error),
        });
        effects
    }

    /// Publishes that the text streamed for a reply must be discarded.
    pub(super) fn void(&self, partial: &PartialReply) -> Vec<Effect> {
        let void = TurnEvent::TextDiscarded { turn: self.id };
        let discarded = (!partial.words.is_empty()).then(|| publish(void));
        discarded.into_iter().collect()
    }

    /// Counts an attempt that failed after the service had accepted it against the limits, as far
    /// as its usage is known.
    fn count_failed(&mut self, partial: &PartialReply, error: &LlmError) {
        let was_answered = matches!(
            error,
            LlmError::Unreadable { .. }
                | LlmError::BadToolCall { .. }
                | LlmError::Empty { .. }
                | LlmError::Refused { .. }
                | LlmError::BrokenOff { .. }
        );
        if was_answered || !partial.is_nothing() {
            self.count_tokens(self.sent, estimate(&partial.words));
        }
    }

    /// No request fits, so nothing is retried. A turn that has made progress can be continued,
    /// because a new turn need not send what this one has read.
    pub(super) fn context_overflow(&mut self, full: &ContextOverflow) -> Vec<Effect> {
        let refused = self.too_long.as_ref().map(|it| it.said.as_str());
        let (ending, (why, advice)) = match full.what {
            OverflowCause::FixedParts => (
                Ending::Failed,
                wording::context_overflow(full, refused, self.language),
            ),
            OverflowCause::Turn if self.steps > 1 => {
                (Ending::Bounded, wording::turn_too_long(full, self.language))
            }
            OverflowCause::Turn => (
                Ending::Failed,
                wording::instruction_too_long(full, self.language),
            ),
        };
        self.end_with_failure(ending, &why, &advice)
    }

    /// Sends the same request once more; `None` after too many retries.
    fn retry(&mut self, error: &LlmError) -> Option<Vec<Effect>> {
        let asked_for = error.retry_after();
        if self.retries >= self.bounds.retries || asked_for.is_some_and(|it| it > LONGEST_WAIT) {
            return None;
        }
        // Retries do not count as steps, but their cost counts.
        if let Some(why) = self
            .bounds
            .reached(0, &self.spent, &self.pictures, self.language)
        {
            return Some(self.end_with_failure(Ending::Bounded, &why, ""));
        }
        self.retries += 1;
        let wait = asked_for
            .unwrap_or_default()
            .max(backoff(self.id, self.retries));
        self.state = State::Asking {
            partial: PartialReply::default(),
        };
        let retrying = TurnEvent::Retrying {
            turn: self.id,
            attempt: self.retries,
            after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            reason: wording::said(error, self.language),
        };
        Some(vec![publish(retrying), Effect::Wait(wait), Effect::Ask])
    }

    fn end_after_error(&mut self, ending: Ending, error: &LlmError) -> Vec<Effect> {
        self.failure = Some(error.word().to_owned());
        let why = wording::reason(error, self.retries + 1, self.language);
        let advice = wording::advice(error, self.language);
        self.end_with_failure(ending, &why, &advice)
    }
}

/// Half a second, two, eight, and up to a quarter more. The jitter is derived from the turn's id,
/// so that turns that failed together do not retry together and tests can still predict it.
fn backoff(turn: TurnId, retry: u32) -> Duration {
    let base = 500 * 4_u64.pow(retry.clamp(1, 3) - 1);
    let (high, low) = turn.0.as_u64_pair();
    let mixed = (high ^ low.rotate_left(retry)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(base + base * (mixed % 1000) / 4000)
}
