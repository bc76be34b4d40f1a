//! Routes a message: checks its sender against the connection, looks up its recipient, and forwards
//! it unchanged (SP-3, SP-4). Types of clients and messages come from the table of kinds; this file
//! names none (SP-9).

use std::sync::Arc;

use star::{Address, ClientType, Party, RawEnvelope, Reason};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::directory::{Group, Member};
use crate::errors::{self, Refusal};
use crate::history::Known;
use crate::hub_actions;
use crate::kinds::Handling;
use crate::notices;
use crate::outbox::{Delivery, Pushed};
use crate::server::Hub;

/// Handles a message from a client.
pub(crate) fn receive(hub: &Hub, member: &Arc<Member>, text: &Utf8Bytes) {
    let envelope = match RawEnvelope::parse(text) {
        Ok(envelope) => envelope,
        Err(bad) => {
            hub.metrics.receive(None, text.len());
            let refusal = Refusal::new(bad.reason, bad.message);
            return errors::tell(member, &refusal, bad.id.as_deref(), &hub.metrics);
        }
    };
    let kind = hub.options.kinds.message(&envelope.kind);
    hub.metrics.receive(kind.map(|it| it.0), text.len());
    let handling = kind.map(|it| it.1);
    if let Err(refusal) = handle(hub, member, &envelope, handling, text) {
        errors::tell(member, &refusal, envelope.id(), &hub.metrics);
    }
}

fn handle(
    hub: &Hub,
    member: &Arc<Member>,
    envelope: &RawEnvelope<'_>,
    handling: Option<Handling>,
    text: &Utf8Bytes,
) -> Result<(), Refusal> {
    check_sender(member, &envelope.sender)?;
    match handling {
        None => {
            let message = format!("{:?} is not a message type", envelope.kind);
            Err(Refusal::new(Reason::UnknownType, message))
        }
        Some(Handling::HubOnly) => {
            let message = format!("only the hub sends messages of type {:?}", envelope.kind);
            Err(Refusal::new(Reason::NotAllowed, message))
        }
        Some(Handling::Heartbeat) => {
            // An answer to the hub's heartbeat is not answered again, or there would be no end.
            if envelope.id().is_some() && envelope.reply_to().is_none() {
                let (timing, limits) = (&hub.options.timing, &hub.options.limits);
                let now = (hub.options.clock)();
                let beat = notices::heartbeat(&member.address, now, timing, limits)
                    .replying_to(envelope.id());
                member.outbox.push(beat.encode().into(), Delivery::Required);
            }
            Ok(())
        }
        Some(Handling::Route) => route(hub, member, envelope, text),
    }
}

/// The sender must match the connection.
fn check_sender(member: &Member, sender: &Party<'_>) -> Result<(), Refusal> {
    let own = &member.address;
    let is_own = sender.id == own.id
        && sender
            .kind
            .as_deref()
            .is_none_or(|it| it == own.kind.as_str())
        && sender
            .environment
            .as_deref()
            .is_none_or(|it| Some(it) == member.group.id.as_deref());
    if is_own {
        return Ok(());
    }
    let kind = sender.kind.as_deref().unwrap_or("client");
    let message = format!(
        "the sender is {kind} {}, the connection is of {own}",
        sender.id
    );
    Err(Refusal::new(Reason::SpoofedSender, message))
}

fn route(
    hub: &Hub,
    member: &Arc<Member>,
    envelope: &RawEnvelope<'_>,
    text: &Utf8Bytes,
) -> Result<(), Refusal> {
    let to = &envelope.recipient;
    if to.kind.as_deref() == Some(ClientType::HUB.as_str()) {
        return hub_actions::act(hub, member, envelope);
    }
    let target = Target::of(hub, member, to)?;
    if let Some(id) = envelope.id() {
        match member.history.note(id, envelope, &hub.options.limits) {
            Known::New | Known::Again => {}
            Known::Answered(answer) => {
                member.outbox.push(answer, Delivery::Required);
                return Ok(());
            }
            Known::Other => {
                let message = format!("the id {id:?} was given to another message before");
                return Err(Refusal::new(Reason::DuplicateId, message));
            }
        }
    }
    let text = if envelope.is_canonical() {
        text.clone()
    } else {
        let kind = hub.options.kinds.clients[target.kind].kind.as_str();
        envelope
            .rewritten(member.address.kind.as_str(), kind)
            .into()
    };
    if to.id == Address::ALL {
        if let Some(group) = &target.group {
            let from = (&member.address, Some(member.serial));
            spread(hub, group, target.kind, envelope.sequence, from, &text);
        }
        if !target.send_to_peers(hub, &to.id, &text) {
            hub.metrics.skip();
        }
        return Ok(());
    }
    let Some(found) = target.member(&to.id) else {
        let place = (target.environment.as_deref(), target.kind, to.id.as_ref());
        keep_answer(hub, place, envelope, &member.address, &text);
        return match target.is_at_peers(hub, &to.id) {
            false => Err(target.missing(hub, &to.id)),
            true if target.send_to_peers(hub, &to.id, &text) => Ok(()),
            true => {
                let message = format!("the hub of {} cannot take more now", to.id);
                Err(Refusal::new(Reason::RecipientOverloaded, message))
            }
        };
    };
    if let Some(answered) = envelope.reply_to() {
        let limits = &hub.options.limits;
        found
            .history
            .answer(answered, &member.address, &text, limits);
    }
    let delivery = match envelope.sequence {
        Some(_) => Delivery::Skippable {
            sender: &member.address,
            sequence: envelope.sequence,
        },
        None => Delivery::Required,
    };
    match found.outbox.push(text, delivery) {
        Pushed::Queued => Ok(()),
        Pushed::Skipped => {
            hub.metrics.skip();
            Ok(())
        }
        Pushed::Ended => Err(target.missing(hub, &to.id)),
        Pushed::Overflowed => {
            let message = format!("{} does not read its messages", to.id);
            Err(Refusal::new(Reason::RecipientOverloaded, message))
        }
    }
}

/// Queues a text for all clients of a type in a group, except the sender's own connection.
pub(crate) fn spread(
    hub: &Hub,
    group: &Group,
    kind: usize,
    sequence: Option<u64>,
    (sender, serial): (&Address, Option<u64>),
    text: &Utf8Bytes,
) {
    let skippable = Delivery::Skippable { sender, sequence };
    group.each(kind, |other| {
        if Some(other.serial) != serial
            && other.outbox.push(text.clone(), skippable) == Pushed::Skipped
        {
            hub.metrics.skip();
        }
    });
}

/// Stores the answer to a message for the client that may repeat it, and is not connected now or not
/// here.
pub(crate) fn keep_answer(
    hub: &Hub,
    (environment, kind, id): (Option<&str>, usize, &str),
    envelope: &RawEnvelope<'_>,
    sender: &Address,
    text: &Utf8Bytes,
) {
    if let Some(answered) = envelope.reply_to()
        && let Some(history) = hub.histories.find(environment, kind, id)
    {
        history.answer(answered, sender, text, &hub.options.limits);
    }
}

/// Where a recipient is looked up.
struct Target {
    kind: usize,
    /// Missing outside environments.
    environment: Option<String>,
    /// The clients here; missing if there are none.
    group: Option<Arc<Group>>,
}

impl Target {
    fn of(hub: &Hub, member: &Arc<Member>, to: &Party<'_>) -> Result<Self, Refusal> {
        let kind = match to.kind.as_deref() {
            None => plain_kind(hub, member, &to.id),
            Some(name) => hub.options.kinds.client(name).ok_or_else(|| {
                let message = format!("{name:?} is not a client type");
                Refusal::new(Reason::UnknownClientType, message)
            })?,
        };
        // An environment is found by its own id.
        let is_environment = kind == hub.options.kinds.environment() && to.id != Address::ALL;
        let named = to.environment.as_deref();
        let named = named.or_else(|| is_environment.then_some(to.id.as_ref()));
        let own = member.group.id.as_deref();
        let group = match named {
            None => Arc::clone(&member.group),
            Some(_) if named == own => Arc::clone(&member.group),
            Some(other) if member.reaches(other) => match hub.directory.group(other) {
                Some(group) => group,
                None if hub.peers.get().is_none() => return Err(offline(other)),
                None => {
                    return Ok(Self {
                        kind,
                        environment: Some(other.to_owned()),
                        group: None,
                    });
                }
            },
            Some(other) => {
                let message = format!("{} may not reach the environment {other}", member.address);
                return Err(Refusal::new(Reason::OtherEnvironment, message));
            }
        };
        // A client outside environments is reached from the environments it can reach itself.
        if let Some(environment) = own
            && named.is_none()
            && to.id != Address::ALL
            && group.get(kind, &to.id).is_none()
            && let Some(outside) = hub.directory.outside().get(kind, &to.id)
            && outside.reaches(environment)
        {
            return Ok(Self {
                kind,
                environment: None,
                group: Some(Arc::clone(&outside.group)),
            });
        }
        Ok(Self {
            kind,
            environment: group.id.clone(),
            group: Some(group),
        })
    }

    fn member(&self, id: &str) -> Option<Arc<Member>> {
        self.group.as_ref()?.get(self.kind, id)
    }

    fn address(&self, hub: &Hub, id: &str) -> Address {
        Address::new(hub.options.kinds.clients[self.kind].kind.clone(), id)
    }

    /// Whether another hub has the recipient.
    fn is_at_peers(&self, hub: &Hub, id: &str) -> bool {
        let Some((peers, environment)) = hub.peers.get().zip(self.environment.as_deref()) else {
            return false;
        };
        peers.has(environment, &self.address(hub, id))
    }

    /// Whether other hubs took the text, or need not.
    fn send_to_peers(&self, hub: &Hub, id: &str, text: &str) -> bool {
        match hub.peers.get().zip(self.environment.as_deref()) {
            Some((peers, environment)) => peers.send(environment, &self.address(hub, id), text),
            None => true,
        }
    }

    fn missing(&self, hub: &Hub, id: &str) -> Refusal {
        if self.kind == hub.options.kinds.environment() {
            return offline(id);
        }
        let kind = &hub.options.kinds.clients[self.kind].kind;
        let message = format!("{kind} {id} is not connected here");
        Refusal::new(Reason::UnknownRecipient, message)
    }
}

fn offline(environment: &str) -> Refusal {
    let message = format!("the environment {environment} is not connected");
    Refusal::new(Reason::EnvironmentOffline, message)
}

/// The type of a recipient given as a plain id: the environment with that id, else the first client
/// with it, in the order of the table; for `*` the first type that is not an environment.
fn plain_kind(hub: &Hub, member: &Member, id: &str) -> usize {
    let environment = hub.options.kinds.environment();
    if member.group.id.as_deref() == Some(id) {
        return environment;
    }
    let others = || (0..hub.options.kinds.clients.len()).filter(|it| *it != environment);
    let found = others().find(|it| member.group.get(*it, id).is_some());
    found.or_else(|| others().next()).unwrap_or(environment)
}
