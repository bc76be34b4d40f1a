//! SP-3, SP-7, SP-8: a client in the hub's own process needs no socket, and is held to the same rules
//! as one that has one.

use hub::{Access, HubOptions, Key, RunningHub};
use serde_json::{Value, json};
use star::{ClientError, HubAddress, InProcessConnection, Reason, Role};

use crate::support::*;

const KEY: &str = "a-key-of-this-test-0123456789";

fn restricted() -> HubOptions {
    let mut options = options();
    options.limits.message_bytes = 1_000;
    options.access = Access::Restricted {
        keys: vec![Key {
            name: "test".to_owned(),
            key: KEY.to_owned(),
            environment: "*".to_owned(),
            role: "*".to_owned(),
            client: "*".to_owned(),
            until: None,
        }],
        issuers: Vec::new(),
    };
    options
}

async fn connect(
    hub: &RunningHub,
    key: Option<&str>,
) -> Result<Box<dyn InProcessConnection>, ClientError> {
    let HubAddress::InProcess(hub) = hub.in_process() else {
        panic!("a hub of this process needs no address");
    };
    hub.connect(&Role::environment("demo_world"), key).await
}

async fn agent_of(hub: &RunningHub) -> Peer {
    let bearer = format!("Bearer {KEY}");
    let headers = [("Authorization", bearer.as_str())];
    Peer::join_with(hub, "/env/demo_world/agent/agent_001", &headers).await
}

async fn any(world: &mut Box<dyn InProcessConnection>) -> Option<Value> {
    let text = soon("a text", world.next()).await?;
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// The next message that is not a heartbeat.
async fn next(world: &mut Box<dyn InProcessConnection>) -> Option<Value> {
    loop {
        let value = any(world).await?;
        if value["type"] != "heartbeat" {
            return Some(value);
        }
    }
}

/// The reason of the error that comes next.
async fn error(world: &mut Box<dyn InProcessConnection>) -> String {
    let told = next(world).await.expect("an error");
    let reason = told["payload"]["details"]["reason"].as_str();
    reason.expect("a reason").to_owned()
}

#[tokio::test]
async fn sp_8_a_client_in_the_process_is_admitted_with_its_credential_alone() {
    let hub = start(restricted());
    for key in [None, Some("another-key-0123456789-0123456789")] {
        let Err(ClientError::Refused(error)) = connect(&hub, key).await else {
            panic!("{key:?} was let in");
        };
        assert_ne!(error.details.reason, "");
    }
    let mut world = connect(&hub, Some(KEY)).await.expect("connected");
    let beat = any(&mut world).await.expect("a heartbeat");
    assert_eq!(beat["type"], "heartbeat");
    assert_eq!(hub.counts().connections, 1);
}

#[tokio::test]
async fn sp_3_messages_pass_unchanged_and_wrong_ones_are_refused() {
    let hub = start(restricted());
    let mut world = connect(&hub, Some(KEY)).await.expect("connected");
    let mut agent_001 = agent_of(&hub).await;
    let joined = next(&mut world).await.expect("who joined");
    assert_eq!(joined["payload"]["event"], "client_joined");
    let (me, them) = (environment("demo_world"), agent("agent_001"));
    let asked = message("m_1", &them, &me, &action("a_1"));
    agent_001.send(&asked).await;
    assert_eq!(next(&mut world).await, Some(asked));
    let answer = message("m_1", &me, &them, &json!({ "done": true }));
    world.send(answer.to_string());
    assert_eq!(agent_001.next().await, answer);
    // Another sender, too many bytes, no JSON.
    let spoofed = message("m_2", &environment("other"), &them, &json!(1));
    world.send(spoofed.to_string());
    assert_eq!(error(&mut world).await, Reason::SpoofedSender.as_str());
    world.send(message("m_3", &me, &them, &json!("x".repeat(1_000))).to_string());
    assert_eq!(error(&mut world).await, Reason::TooLarge.as_str());
    world.send("{".to_owned());
    assert_eq!(error(&mut world).await, Reason::MalformedJson.as_str());
}

#[tokio::test]
async fn sp_7_its_end_is_told_and_it_is_told_of_the_hubs_end() {
    let hub = start(restricted());
    let world = connect(&hub, Some(KEY)).await.expect("connected");
    let mut agent_001 = agent_of(&hub).await;
    drop(world);
    agent_001.event("environment_offline").await;
    let mut world = connect(&hub, Some(KEY)).await.expect("connected");
    let stopping = tokio::spawn(hub.shutdown());
    assert_eq!(error(&mut world).await, Reason::ShuttingDown.as_str());
    assert_eq!(next(&mut world).await, None);
    drop(world);
    soon("the end", stopping).await.expect("no panic");
}
