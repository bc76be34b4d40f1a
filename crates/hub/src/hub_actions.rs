//! Actions of the hub itself: messages for `{"id": "hub", "type": "hub"}` whose payload is an
//! action. An environment may list its clients, close a client's connection, and revoke a
//! credential.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use star::{Action, Address, Envelope, Outcome, Payload, RawEnvelope, Reason};

use crate::directory::Member;
use crate::errors::Refusal;
use crate::outbox::Delivery;
use crate::peers::PeerEnding;
use crate::server::Hub;

/// The actions with their parameters.
const ACTIONS: [(&str, &str); 4] = [
    ("describe", "no parameters: the hub's actions"),
    (
        "clients",
        "no parameters: who is connected to the environment",
    ),
    (
        "disconnect",
        "type, id: ends the connection of a client of the environment",
    ),
    (
        "revoke",
        "credential: refuses it from now on and ends its connections",
    ),
];

/// Performs an action for a client, and answers.
pub(crate) fn act(
    hub: &Hub,
    member: &Arc<Member>,
    envelope: &RawEnvelope<'_>,
) -> Result<(), Refusal> {
    let invalid = |message: String| Refusal::new(Reason::InvalidAction, message);
    let payload: Payload = serde_json::from_str(envelope.payload())
        .map_err(|error| invalid(format!("this is not an action: {error}")))?;
    let Payload::Action(action) = payload else {
        return Err(invalid("the hub takes actions only".to_owned()));
    };
    let data = perform(hub, member, &action)?;
    let outcome = Payload::Outcome(Outcome::success(action.id, "done", data));
    let answer = Envelope::message(Address::hub(), member.address.clone(), outcome)
        .replying_to(envelope.id());
    member
        .outbox
        .push(answer.encode().into(), Delivery::Required);
    Ok(())
}

fn perform(hub: &Hub, member: &Member, action: &Action) -> Result<Value, Refusal> {
    if action.action == "describe" {
        let actions = ACTIONS.map(|(name, help)| json!({ "action": name, "parameters": help }));
        return Ok(json!({ "actions": actions }));
    }
    let is_known = ACTIONS.iter().any(|(name, _)| *name == action.action);
    if !is_known {
        let message = format!("the hub knows no action {:?}", action.action);
        return Err(Refusal::new(Reason::InvalidAction, message));
    }
    let environment = match &member.group.id {
        Some(id) if member.kind == hub.options.kinds.environment() => id,
        _ => {
            let message = format!(
                "only an environment may ask the hub for {:?}",
                action.action
            );
            return Err(Refusal::new(Reason::NotAllowed, message));
        }
    };
    match action.action.as_str() {
        "clients" => Ok(json!({ "clients": clients(hub, member, environment) })),
        "disconnect" => disconnect(hub, member, &action.parameters),
        _ => {
            let credential = text(&action.parameters, "credential")?;
            Ok(json!({ "ended": hub.revoke(environment, credential) }))
        }
    }
}

fn clients(hub: &Hub, member: &Member, environment: &str) -> Vec<Value> {
    let all = member.group.all();
    let others = all.iter().filter(|it| it.serial != member.serial);
    let line = |it: &Arc<Member>| {
        let (messages, bytes) = it.outbox.waiting();
        json!({
            "client": it.address,
            "credential": it.admission.credential,
            "waiting_messages": messages,
            "waiting_bytes": bytes,
        })
    };
    let peers = hub.peers.get().map(|it| it.clients(environment));
    let elsewhere = peers.into_iter().flatten();
    let elsewhere = elsewhere.filter(|it| it.client != member.address);
    let elsewhere = elsewhere.map(|it| json!({ "client": it.client, "credential": it.credential }));
    others.map(line).chain(elsewhere).collect()
}

fn disconnect(
    hub: &Hub,
    member: &Member,
    parameters: &Map<String, Value>,
) -> Result<Value, Refusal> {
    let (kind, id) = (text(parameters, "type")?, text(parameters, "id")?);
    let place = hub.options.kinds.client(kind);
    let Some(found) = place.and_then(|it| member.group.get(it, id)) else {
        let client = Address::new(star::ClientType::new(kind), id);
        if let Some((peers, environment)) = hub.peers.get().zip(member.group.id.as_deref())
            && peers.has(environment, &client)
        {
            peers.end(environment, &PeerEnding::Disconnect(client));
            return Ok(json!({ "ended": 1 }));
        }
        let message = format!("{kind} {id} is not connected here");
        return Err(Refusal::new(Reason::UnknownRecipient, message));
    };
    let message = "the environment ended the connection";
    found.outbox.end(Reason::Disconnected, message);
    Ok(json!({ "ended": 1 }))
}

fn text<'p>(parameters: &'p Map<String, Value>, name: &str) -> Result<&'p str, Refusal> {
    parameters.get(name).and_then(Value::as_str).ok_or_else(|| {
        let message = format!("the parameter {name:?} is missing or no text");
        Refusal::new(Reason::InvalidAction, message)
    })
}
