//! SP-11: the layers work together and stay separate. An environment and agents built only on
//! `star`, whose connections are lost in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hub::{Hub, HubOptions, RunningHub};
use serde_json::{Map, Value, json};
use star::{
    ActError, Action, Agent, Backoff, ClientError, ClientOptions, ClientType, Environment, Event,
    IdSource, Incoming, Outcome, Payload, Request, Role, Status, Stream,
};

use crate::support::*;

fn ids() -> IdSource {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Arc::new(|| format!("id_{}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

fn client(hub: &RunningHub, role: Role) -> ClientOptions {
    let mut options = ClientOptions::new(hub.url(), role, ids());
    let (first, most) = (Duration::from_millis(5), Duration::from_millis(50));
    options.backoff = Backoff::new(first, most, 7);
    options
}

fn world(hub: &RunningHub) -> ClientOptions {
    client(hub, Role::environment("故事.demo"))
}

fn one(hub: &RunningHub, id: &str) -> ClientOptions {
    client(hub, Role::agent("故事.demo", id))
}

async fn next_action(world: &Environment) -> star::ActionRequest {
    loop {
        match soon("an action", world.next())
            .await
            .expect("the client is open")
        {
            Request::Action(request) => return *request,
            Request::Incoming(_) => {}
        }
    }
}

/// Performs each action once and counts them; the outcome is the count.
fn count_actions(world: Environment) -> Arc<AtomicU64> {
    let count = Arc::new(AtomicU64::new(0));
    let done = Arc::clone(&count);
    tokio::spawn(async move {
        while let Some(request) = world.next().await {
            if let Request::Action(request) = request {
                let count = done.fetch_add(1, Ordering::Relaxed) + 1;
                let data = json!({ "count": count, "asked": request.action.action });
                let outcome = Outcome::success(request.action.id.clone(), "done", data);
                world
                    .answer(&request, outcome)
                    .await
                    .expect("the client is open");
            }
        }
    });
    count
}

#[tokio::test]
async fn sp_11_an_environment_answers_an_agents_action_and_sends_events() {
    let hub = open_hub();
    let world = Environment::connect(world(&hub)).await.expect("connected");
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected");
    let asking = agent.clone();
    let asked = tokio::spawn(async move {
        let parameters = Map::from_iter([("direction".to_owned(), json!("north"))]);
        asking.act("move", parameters).await
    });
    let request = next_action(&world).await;
    assert_eq!(request.sender, *agent.client().address());
    assert_eq!(request.action.parameters["direction"], "north");
    let outcome = Outcome::success(request.action.id.clone(), "moved", json!({ "x": 5 }));
    world.answer(&request, outcome.clone()).await.expect("sent");
    let got = soon("the outcome", asked)
        .await
        .expect("no panic")
        .expect("an outcome");
    assert_eq!(got, outcome);
    let event = Event {
        id: "e_1".to_owned(),
        event: "agent_moved".to_owned(),
        data: json!({ "x": 5 }),
    };
    world
        .tell(ClientType::AGENT, 41, event.clone())
        .await
        .expect("sent");
    let piece = Stream {
        stream_type: "words".to_owned(),
        sequence: 1,
        data: json!("hello"),
    };
    let to = agent.client().address().clone();
    world.stream(to, piece.clone()).await.expect("sent");
    let mut got = Vec::new();
    while got.len() < 2 {
        if let Some(Incoming::Message(envelope)) = soon("news", agent.next()).await
            && envelope.sender.kind != ClientType::HUB
        {
            got.push((envelope.sequence, envelope.payload));
        }
    }
    assert_eq!(got[0], (Some(41), Payload::Event(event)));
    assert_eq!(got[1], (None, Payload::Stream(piece)));
    let counts = agent.client().counts();
    assert_eq!((counts.sent, counts.connections, counts.errors), (1, 1, 0));
}

#[tokio::test]
async fn sp_11_actions_are_performed_once_despite_lost_connections() {
    let hub = open_hub();
    let address = hub.address();
    let done = count_actions(Environment::connect(world(&hub)).await.expect("connected"));
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected");
    let before = agent.act("one", Map::new()).await.expect("an outcome");
    assert_eq!(before.outcome.data["count"], 1);
    // The hub stops and restarts at the same address; both clients find it again.
    hub.shutdown().await;
    let asking = agent.clone();
    let asked = tokio::spawn(async move { asking.act("two", Map::new()).await });
    let hub = rebind(address);
    let outcome = soon("the outcome", asked)
        .await
        .expect("no panic")
        .expect("an outcome");
    assert_eq!(outcome.outcome.data, json!({ "count": 2, "asked": "two" }));
    assert_eq!(done.load(Ordering::Relaxed), 2);
    assert_eq!(agent.client().counts().connections, 2);
    // Repeated with its id, the first action gets its first outcome.
    let again = Action {
        id: before.id.clone(),
        action: "one".to_owned(),
        parameters: Map::new(),
    };
    assert_eq!(agent.act_as(again).await.expect("an outcome"), before);
    assert_eq!(done.load(Ordering::Relaxed), 2);
    drop(hub);
}

/// A port that was just given back is taken again.
fn rebind(address: std::net::SocketAddr) -> RunningHub {
    let mut options: HubOptions = options();
    options.address = address;
    Hub::bind(options).expect("the port is free again")
}

#[tokio::test]
async fn sp_11_an_action_waits_for_a_disconnected_environment() {
    let hub = open_hub();
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected");
    let asked = tokio::spawn(async move { agent.act("early", Map::new()).await });
    let done = count_actions(Environment::connect(world(&hub)).await.expect("connected"));
    let outcome = soon("the outcome", asked)
        .await
        .expect("no panic")
        .expect("an outcome");
    assert_eq!(outcome.outcome.status, Status::Success);
    assert_eq!(done.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn sp_11_the_hub_repeats_the_first_answer_while_the_environment_is_disconnected() {
    let hub = open_hub();
    let world = Environment::connect(world(&hub)).await.expect("connected");
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected");
    let action = Action {
        id: "once".to_owned(),
        action: "move".to_owned(),
        parameters: Map::new(),
    };
    let asking = (agent.clone(), action.clone());
    let asked = tokio::spawn(async move { asking.0.act_as(asking.1).await });
    let request = next_action(&world).await;
    let outcome = Outcome::success("once", "moved", json!(1));
    world.answer(&request, outcome).await.expect("sent");
    let first = soon("the outcome", asked)
        .await
        .expect("no panic")
        .expect("an outcome");
    world.client().close();
    drop(world);
    // Also over a new connection of the same agent.
    agent.client().close();
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected again");
    assert_eq!(agent.act_as(action).await.expect("an outcome"), first);
}

#[tokio::test]
async fn sp_11_a_rejected_client_reports_the_reason_and_does_not_retry() {
    let hub = open_hub();
    let error = Agent::connect(one(&hub, "x"))
        .await
        .err()
        .expect("too short an id");
    let ClientError::Refused(reason) = &error else {
        panic!("{error}");
    };
    assert_eq!(reason.details.reason, "invalid_id");
    assert!(error.is_final());
    let agent = Agent::connect(one(&hub, "agent_001"))
        .await
        .expect("connected");
    let too_much = Map::from_iter([("text".to_owned(), json!("x".repeat(1 << 20)))]);
    let error = agent
        .act("write", too_much)
        .await
        .expect_err("it is too large");
    let ActError::Refused(reason) = error else {
        panic!("{error}");
    };
    assert_eq!(reason.details.reason, "too_large");
    // Replaced by a connection of the same client, the old one ends permanently.
    let mut hub_options = options();
    hub_options.access = hub::Access::Restricted {
        keys: vec![hub::Key {
            name: "all".to_owned(),
            key: "k".repeat(32),
            environment: "*".to_owned(),
            role: "*".to_owned(),
            client: "*".to_owned(),
            until: None,
        }],
        issuers: Vec::new(),
    };
    let hub = start(hub_options);
    let with_key = || one(&hub, "agent_001").with_credential("k".repeat(32));
    let old = Agent::connect(with_key()).await.expect("connected");
    let new = Agent::connect(with_key()).await.expect("connected");
    let mut last = Value::Null;
    while let Some(incoming) = soon("the end", old.next()).await {
        if let Incoming::Disconnected { why } = incoming {
            last = json!(why);
        }
    }
    assert!(
        last.as_str().is_some_and(|it| it.contains("took over")),
        "{last}"
    );
    assert!(matches!(
        old.act("late", Map::new()).await,
        Err(ActError::Client(_))
    ));
    assert!(new.client().is_connected());
    for address in ["http://127.0.0.1:1", "", "ws://", "wss://"] {
        let mut options = one(&hub, "agent_001");
        options.hub = address.into();
        let error = Agent::connect(options).await.err().expect("no address");
        assert!(
            matches!(error, ClientError::BadAddress(_)),
            "{address}: {error}"
        );
    }
}
