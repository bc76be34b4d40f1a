//! Messages that are sent again: the environment sees them again until it has answered, then the first
//! answer comes back.

use serde_json::{Value, json};

use crate::support::*;

fn answer(id: &str, to: &str, reply_to: &str, text: &str) -> Value {
    let outcome = json!({ "type": "outcome", "id": "a_1",
        "outcome": { "status": "success", "message": text, "data": null } });
    let mut answer = message(id, &environment("demo_world"), &agent(to), &outcome);
    answer["reply_to"] = json!(reply_to);
    answer
}

#[tokio::test]
async fn a_repeated_message_gets_its_first_answer_even_over_a_new_connection() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let path = "/env/demo_world/agent/agent_001";
    let mut mover = Peer::join(&hub, path).await;
    let mut asked = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &action("a_1"),
    );
    for _ in 0..2 {
        // Not answered yet: the environment is asked again, for it may have been restarted.
        mover.send(&asked).await;
        assert_eq!(world.next().await, asked);
    }
    // Connected again, before the answer is there.
    mover.vanish();
    world.event("client_left").await;
    let first = answer("w_1", "agent_001", "m_1", "first");
    world.send(&first).await;
    assert_eq!(
        world.error().await["details"]["reason"],
        "unknown_recipient"
    );
    let mut mover = Peer::join(&hub, path).await;
    asked["timestamp"] = json!("2026-01-01T00:00:00Z");
    mover.send(&asked).await;
    assert_eq!(
        mover.next().await,
        first,
        "another time is no other message"
    );
    world
        .send(&answer("w_2", "agent_001", "m_1", "second"))
        .await;
    assert_eq!(
        mover.next().await["payload"]["outcome"]["message"],
        "second"
    );
    mover.send(&asked).await;
    assert_eq!(mover.next().await, first);
    world.expect_silence(&environment("demo_world")).await;
}

#[tokio::test]
async fn accepts_an_answer_only_from_the_recipient_of_the_request() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut other = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    let asked = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &action("a_1"),
    );
    mover.send(&asked).await;
    assert_eq!(world.next().await, asked);
    let mut false_answer = message(
        "x_1",
        &agent("agent_002"),
        &agent("agent_001"),
        &json!("no"),
    );
    false_answer["reply_to"] = json!("m_1");
    other.send(&false_answer).await;
    assert_eq!(mover.next().await, false_answer);
    mover.send(&asked).await;
    assert_eq!(world.next().await, asked, "the environment is asked again");
}
