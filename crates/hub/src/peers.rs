//! Other hubs with clients of the same environments. A hub tells its [`Peers`] who comes and goes
//! and hands them what is not for its own clients; they use the [`PeerHandle`] for the other
//! direction. Not here: how hubs reach each other.

use std::sync::{Arc, Weak};

use serde::{Deserialize, Serialize};
use star::{Address, ClientType, Party, RawEnvelope, Reason};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::directory::Member;
use crate::errors::Refusal;
use crate::handshake;
use crate::notices;
use crate::outbox::{Delivery, Pushed};
use crate::router;
use crate::server::Hub;

/// A client of an environment, as one hub describes it to others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerClient {
    /// Its environment. Clients outside environments are known to their own hub only.
    pub environment: String,
    /// Its type and id.
    pub client: Address,
    /// The name or id of what it was admitted with; no secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<String>,
    /// When it connected, in milliseconds since 1970: the newest connection of a client counts.
    pub since: i64,
}

/// The other hubs, as this one sees them. No method waits.
pub trait Peers: Send + Sync {
    /// A client has connected here.
    fn joined(&self, client: &PeerClient);
    /// A client has disconnected here.
    fn left(&self, client: &PeerClient);
    /// The clients of an environment at other hubs.
    fn clients(&self, environment: &str) -> Vec<PeerClient>;
    /// Whether a client is connected at another hub.
    fn has(&self, environment: &str, client: &Address) -> bool;
    /// Sends a text to a client of an environment at another hub; the id `*` means all of the type
    /// at all other hubs. False if that is impossible now.
    fn send(&self, environment: &str, to: &Address, text: &str) -> bool;
    /// Ends connections of an environment at other hubs.
    fn end(&self, environment: &str, ending: &PeerEnding);
}

/// Which connections other hubs are to end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerEnding {
    /// That of one client.
    Disconnect(Address),
    /// Those of a credential, which is refused from now on.
    Revoke(String),
}

/// What the connection between hubs can do with this hub.
#[derive(Clone)]
pub struct PeerHandle(pub(crate) Weak<Hub>);

impl PeerHandle {
    /// Delivers a text from another hub, which has checked its sender.
    pub fn deliver(&self, environment: &str, text: &str) {
        let Some(hub) = self.0.upgrade() else { return };
        let Ok(envelope) = RawEnvelope::parse(text) else {
            return tracing::warn!("another hub sent what is not an envelope");
        };
        let Some(refusal) = deliver(&hub, environment, &envelope, text) else {
            return;
        };
        // The sender learns of it as it would at this hub.
        let sender = address(&envelope.sender);
        if sender.kind != ClientType::HUB {
            hub.metrics.error(refusal.reason);
            let error = refusal.reason.error(refusal.message, envelope.id());
            hub.send_to_peers(environment, &sender, &notices::error(&sender, error));
        }
    }

    /// A client has connected at another hub. An older connection of the same client here ends.
    pub fn joined(&self, joined: &PeerClient) {
        let Some(hub) = self.0.upgrade() else { return };
        let Some(kind) = hub.options.kinds.client(joined.client.kind.as_str()) else {
            return;
        };
        let Some(group) = hub.directory.group(&joined.environment) else {
            return;
        };
        if let Some(here) = group.get(kind, &joined.client.id)
            && here.since <= joined.since
        {
            let message = "another connection of the same client took over at another hub";
            here.outbox.end(Reason::Replaced, message);
        }
        handshake::tell_group(&hub, &group, joined, handshake::JOINED, |data| {
            data["reconnected"] = false.into();
        });
    }

    /// A client has disconnected at another hub.
    pub fn left(&self, left: &PeerClient) {
        let Some(hub) = self.0.upgrade() else { return };
        let Some(group) = hub.directory.group(&left.environment) else {
            return;
        };
        // It may have moved here.
        let kind = hub.options.kinds.client(left.client.kind.as_str());
        if kind.is_some_and(|it| group.get(it, &left.client.id).is_some()) {
            return;
        }
        handshake::tell_group(&hub, &group, left, handshake::LEFT, |data| {
            data["reason"] = "closed".into();
        });
    }

    /// The clients of environments that are connected here.
    pub fn clients(&self) -> Vec<PeerClient> {
        let everybody = self.0.upgrade().map(|it| it.directory.everybody());
        let all = everybody.into_iter().flatten();
        all.filter_map(|it| it.as_peer()).collect()
    }

    /// Ends connections because another hub asks for it.
    pub fn end(&self, environment: &str, ending: &PeerEnding) {
        let Some(hub) = self.0.upgrade() else { return };
        match ending {
            PeerEnding::Revoke(credential) => _ = hub.revoke_here(environment, credential),
            PeerEnding::Disconnect(client) => {
                let kind = hub.options.kinds.client(client.kind.as_str());
                let group = hub.directory.group(environment);
                if let Some((kind, group)) = kind.zip(group)
                    && let Some(found) = group.get(kind, &client.id)
                {
                    let message = "the environment ended the connection";
                    found.outbox.end(Reason::Disconnected, message);
                }
            }
        }
    }
}

impl Hub {
    /// Sends a text to a client at another hub.
    pub(crate) fn send_to_peers(&self, environment: &str, to: &Address, text: &str) {
        if let Some(peers) = self.peers.get() {
            peers.send(environment, to, text);
        }
    }
}

impl Member {
    /// How other hubs know it; nothing for clients outside environments.
    pub(crate) fn as_peer(&self) -> Option<PeerClient> {
        Some(PeerClient {
            environment: self.group.id.clone()?,
            client: self.address.clone(),
            credential: self.admission.credential.clone(),
            since: self.since,
        })
    }
}

/// A sender or recipient; hubs write both with their type.
fn address(party: &Party<'_>) -> Address {
    let kind = party.kind.as_deref().unwrap_or_default();
    Address::new(ClientType::new(kind), party.id.as_ref())
}

/// Queues a text for a client here; the reason where that is impossible.
fn deliver(
    hub: &Arc<Hub>,
    environment: &str,
    envelope: &RawEnvelope<'_>,
    text: &str,
) -> Option<Refusal> {
    let (sender, to) = (address(&envelope.sender), address(&envelope.recipient));
    let gone = || {
        let message = format!("{to} is not connected any more");
        let reason = match to.kind == ClientType::ENVIRONMENT {
            true => Reason::EnvironmentOffline,
            false => Reason::UnknownRecipient,
        };
        Some(Refusal::new(reason, message))
    };
    let Some((kind, group)) =
        (hub.options.kinds.client(to.kind.as_str())).zip(hub.directory.group(environment))
    else {
        return gone();
    };
    let text = Utf8Bytes::from(text);
    if to.id == Address::ALL {
        router::spread(hub, &group, kind, envelope.sequence, (&sender, None), &text);
        return None;
    }
    router::keep_answer(
        hub,
        (Some(environment), kind, &to.id),
        envelope,
        &sender,
        &text,
    );
    let Some(member) = group.get(kind, &to.id) else {
        return gone();
    };
    let delivery = match envelope.sequence {
        Some(_) => Delivery::Skippable {
            sender: &sender,
            sequence: envelope.sequence,
        },
        None => Delivery::Required,
    };
    match member.outbox.push(text, delivery) {
        Pushed::Queued => None,
        Pushed::Skipped => {
            hub.metrics.skip();
            None
        }
        Pushed::Ended => gone(),
        Pushed::Overflowed => {
            let message = format!("{to} does not read its messages");
            Some(Refusal::new(Reason::RecipientOverloaded, message))
        }
    }
}
