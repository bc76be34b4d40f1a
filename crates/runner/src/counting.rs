//! How many tokens things take: what a provider reported where it did, an estimate corrected by its
//! last report otherwise. Pure; what an estimate is stands in `context`.

use model::talk::{ChatMessage, Payload};
use serde_json::{Value, json};
use store::NewMessage;

use crate::context::{estimate_new, estimate_payload};

/// Beside a reply: what its request was estimated at.
const ESTIMATED: &str = "estimated";
/// Beside every message: its tokens.
const TOKENS: &str = "tokens";
/// Reports outside of this, as a share of the estimate, are no reports of this request.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 0.4..=3.0;

/// What a token of ours is in the provider's tokens, by its newest plausible report in a thread.
pub(crate) fn ratio(history: &[ChatMessage]) -> f64 {
    let reported = history.iter().rev().find_map(|it| {
        let estimated = it.metadata.more.get(ESTIMATED)?.as_f64()?;
        let used = it.metadata.reply.as_ref()?.usage?.input_tokens as f64;
        Some(used / estimated).filter(|it| PLAUSIBLE.contains(it))
    });
    reported.unwrap_or(1.0)
}

/// An estimate in the provider's tokens.
pub(crate) fn calibrated(estimate: u64, ratio: f64) -> u64 {
    (estimate as f64 * ratio).round() as u64
}

/// Writes beside a new message how many tokens it takes, and beside a reply what its request was
/// estimated at.
pub(crate) fn count(message: &mut NewMessage, asked: &Payload, ratio: f64) {
    let reported = message.metadata.reply.as_ref().and_then(|it| it.usage);
    let reported = reported.map(|it| it.output_tokens).filter(|it| *it > 0);
    let tokens = reported.unwrap_or_else(|| calibrated(estimate_new(message), ratio));
    let more = &mut message.metadata.more;
    more.insert(TOKENS.to_owned(), json!(tokens));
    if message.metadata.reply.is_some() {
        more.insert(ESTIMATED.to_owned(), json!(estimate_payload(asked)));
    }
}

/// The tokens written beside a message.
pub(crate) fn counted(message: &ChatMessage) -> Option<u64> {
    message.metadata.more.get(TOKENS).and_then(Value::as_u64)
}
