//! Token counts: as reported by the provider where available, otherwise an estimate corrected by
//! its last report. Pure functions; the estimate itself is in `context`.

use model::conversation::{ChatMessage, Payload};
use store::NewMessage;

use crate::context::{estimate_new, estimate_payload};

/// Reported counts outside this range, as a share of the estimate, are taken to be wrong.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 0.4..=3.0;

/// Provider tokens per estimated token, from the newest plausible report in a thread.
pub(crate) fn ratio(history: &[ChatMessage]) -> f64 {
    let reported = history.iter().rev().find_map(|it| {
        let estimated = it.metadata.estimated? as f64;
        let used = it.metadata.reply.as_ref()?.usage?.input_tokens as f64;
        Some(used / estimated).filter(|it| PLAUSIBLE.contains(it))
    });
    reported.unwrap_or(1.0)
}

/// Converts an estimate to the provider's tokens.
pub(crate) fn calibrated(estimate: u64, ratio: f64) -> u64 {
    (estimate as f64 * ratio).round() as u64
}

/// Stores in a new message's metadata how many tokens it takes and, for a reply, the estimate for
/// its request.
pub(crate) fn count(message: &mut NewMessage, asked: &Payload, ratio: f64) {
    let reported = message.metadata.reply.as_ref().and_then(|it| it.usage);
    let reported = reported.map(|it| it.output_tokens).filter(|it| *it > 0);
    let tokens = reported.unwrap_or_else(|| calibrated(estimate_new(message), ratio));
    message.metadata.tokens = Some(tokens);
    if message.metadata.reply.is_some() {
        message.metadata.estimated = Some(estimate_payload(asked));
    }
}

/// The token count stored with a message.
pub(crate) fn counted(message: &ChatMessage) -> Option<u64> {
    message.metadata.tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::conversation::{MessageMetadata, ReplyMetadata, Role, Usage};
    use model::{FixedWorld, MessageId, TurnId, World};

    fn line(role: Role, content: &str, usage: Option<(u64, u64)>) -> NewMessage {
        let usage = usage.map(|(input_tokens, output_tokens)| Usage {
            input_tokens,
            output_tokens,
            cached_tokens: 0,
        });
        let reply = ReplyMetadata {
            usage,
            ..ReplyMetadata::default()
        };
        NewMessage {
            turn: TurnId(uuid::Uuid::nil()),
            role,
            content: content.to_owned(),
            metadata: MessageMetadata {
                reply: (role == Role::Assistant).then_some(reply),
                ..MessageMetadata::default()
            },
        }
    }

    fn kept(message: NewMessage) -> ChatMessage {
        let world = FixedWorld::default();
        ChatMessage {
            id: MessageId(world.new_id()),
            turn: message.turn,
            role: message.role,
            content: message.content,
            metadata: message.metadata,
            time: world.now(),
        }
    }

    /// A request of 300 estimated tokens.
    fn asked() -> Payload {
        Payload {
            system: "x".repeat(900),
            ..Payload::default()
        }
    }

    fn counted_as(mut message: NewMessage, ratio: f64) -> ChatMessage {
        count(&mut message, &asked(), ratio);
        kept(message)
    }

    #[test]
    fn stores_reported_or_estimated_tokens_with_each_message() {
        let counts = counted_as(line(Role::User, &"x".repeat(264), None), 1.0);
        assert_eq!(counted(&counts), Some(100), "88 of text, 12 around it");
        let counts = counted_as(line(Role::User, &"x".repeat(264), None), 1.5);
        assert_eq!(counted(&counts), Some(150), "in the provider's tokens");
        let reply = counted_as(line(Role::Assistant, "Yes.", Some((450, 7))), 1.5);
        assert_eq!(
            counted(&reply),
            Some(7),
            "the provider's report takes precedence"
        );
        let silent = counted_as(line(Role::Assistant, "Yes.", None), 1.0);
        assert_eq!(counted(&silent), Some(14));
    }

    #[test]
    fn the_newest_plausible_report_calibrates_later_estimates() {
        let reply = |input| counted_as(line(Role::Assistant, "Yes.", Some((input, 7))), 1.0);
        assert_eq!(ratio(&[]), 1.0);
        assert_eq!(ratio(&[reply(450)]), 1.5);
        assert_eq!(ratio(&[reply(450), reply(240)]), 0.8, "the newest");
        assert_eq!(
            ratio(&[reply(450), reply(3)]),
            1.5,
            "3 tokens is not plausible for this request"
        );
        assert_eq!(calibrated(200, 1.5), 300);
    }
}
