//! What a client sends, before it is routed: counted, held to the client's rate, and to the size of
//! a message. The same for every kind of connection.

use std::sync::Arc;
use std::time::Instant;

use star::Reason;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::dialect::Dialect;
use crate::directory::Member;
use crate::errors::{self, Refusal};
use crate::router;
use crate::server::Hub;

/// What one connection sends.
pub(crate) struct Inbound {
    rate: Rate,
    dialect: Option<Dialect>,
}

impl Inbound {
    pub(crate) fn new(hub: &Hub, member: &Member, dialect: Option<Dialect>) -> Self {
        let is_limited = hub.options.kinds.clients[member.kind].is_rate_limited;
        let rate = hub.options.limits.messages_per_second;
        Self {
            rate: Rate::new(is_limited.then_some(rate)),
            dialect,
        }
    }

    /// The dialect of the connection, where it is another one.
    pub(crate) fn dialect(&mut self) -> Option<&mut Dialect> {
        self.dialect.as_mut()
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, hub: &Hub, member: &Arc<Member>, text: &Utf8Bytes) {
        match self.count(member) {
            Verdict::Flood => {}
            Verdict::Refuse => {
                let message = format!("more than {} messages a second", self.rate.most);
                let refusal = Refusal::new(Reason::RateLimited, message);
                refuse(hub, member, &refusal, text);
            }
            Verdict::Take => self.route(hub, member, text),
        }
    }

    /// Takes a binary message, which no client should send.
    pub(crate) fn binary(&mut self, hub: &Hub, member: &Member, length: usize) {
        if self.count(member) == Verdict::Flood {
            return;
        }
        hub.metrics.receive(None, length);
        let message = format!("a binary message of {length} bytes came");
        let refusal = Refusal::new(Reason::BinaryMessage, message);
        errors::tell(member, &refusal, None, &hub.metrics);
    }

    /// Counts a message; a client that floods the hub is disconnected.
    pub(crate) fn count(&mut self, member: &Member) -> Verdict {
        let verdict = self.rate.take();
        if verdict == Verdict::Flood {
            let message = "far more messages came than a client may send";
            member.outbox.end(Reason::Flood, message);
        }
        verdict
    }

    fn route(&mut self, hub: &Hub, member: &Arc<Member>, text: &Utf8Bytes) {
        let most = hub.options.limits.message_bytes;
        if text.len() > most {
            hub.metrics.receive(None, text.len());
            let message = format!("{} bytes came; the most is {most}", text.len());
            let refusal = Refusal::new(Reason::TooLarge, message);
            return refuse(hub, member, &refusal, text);
        }
        let Some(dialect) = &mut self.dialect else {
            return router::receive(hub, member, text);
        };
        for text in dialect.read(text) {
            router::receive(hub, member, &text.into());
        }
    }
}

fn refuse(hub: &Hub, member: &Member, refusal: &Refusal, text: &str) {
    let original = star::id_of(text);
    errors::tell(member, refusal, original.as_deref(), &hub.metrics);
}

/// How many messages a client may still send in this second.
struct Rate {
    most: u32,
    left: f64,
    at: Option<Instant>,
}

/// What to do with a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Take,
    Refuse,
    Flood,
}

impl Rate {
    fn new(most: Option<u32>) -> Self {
        let most = most.unwrap_or(0);
        Self {
            most,
            left: f64::from(most),
            at: None,
        }
    }

    /// Counts a message that comes now. The clock is read only when the messages that were allowed
    /// when it was read last are used up.
    fn take(&mut self) -> Verdict {
        if self.most == 0 {
            return Verdict::Take;
        }
        if self.at.is_some() && self.left >= 1.0 {
            self.left -= 1.0;
            return Verdict::Take;
        }
        self.take_at(Instant::now())
    }

    /// Counts a message. With none left it is refused; with one second's worth refused, the client
    /// is flooding the hub.
    fn take_at(&mut self, now: Instant) -> Verdict {
        let most = f64::from(self.most);
        if let Some(at) = self.at.replace(now) {
            self.left = (self.left + (now - at).as_secs_f64() * most).min(most);
        }
        self.left -= 1.0;
        if self.left >= 0.0 {
            Verdict::Take
        } else if self.left > -most {
            Verdict::Refuse
        } else {
            Verdict::Flood
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rate_limit_refuses_then_closes_and_recovers_over_time() {
        let start = Instant::now();
        let mut rate = Rate::new(Some(10));
        let verdicts: Vec<_> = (0..21).map(|_| rate.take_at(start)).collect();
        assert!(verdicts[..10].iter().all(|it| *it == Verdict::Take));
        assert!(verdicts[10..19].iter().all(|it| *it == Verdict::Refuse));
        assert_eq!(verdicts[20], Verdict::Flood);
        assert_eq!(rate.take_at(start + Duration::from_secs(3)), Verdict::Take);
        assert_eq!(Rate::new(None).take(), Verdict::Take);
    }

    #[test]
    fn messages_that_are_allowed_are_counted_without_the_clock() {
        let start = Instant::now();
        let mut rate = Rate::new(Some(10));
        assert_eq!(rate.take_at(start), Verdict::Take);
        assert!((0..9).all(|_| rate.take() == Verdict::Take));
        // The tenth part of a second has not passed since: the clock decides.
        assert_eq!(rate.take_at(start), Verdict::Refuse);
    }
}
