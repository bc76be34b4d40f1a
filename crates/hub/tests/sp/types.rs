//! SP-9: new types of clients and messages are lines in a table.

use hub::{ClientKind, Handling, MessageKind};
use serde_json::json;
use star::ClientType;

use crate::support::*;

#[tokio::test]
async fn sp_9_a_new_client_type_and_a_new_message_type_are_routed() {
    let mut options = options();
    let sensor = ClientType::new("sensor");
    options.kinds.clients.push(ClientKind::new(
        sensor,
        &["/env/{env_id}/sensor/{client_id}"],
    ));
    options.kinds.messages.push(MessageKind {
        name: "alarm".to_owned(),
        handling: Handling::Route,
    });
    let hub = start(options);
    let mut world = Peer::join(&hub, "/env/greenhouse").await;
    let mut sensor = Peer::join(&hub, "/env/greenhouse/sensor/thermo_1").await;
    let me = json!({ "id": "thermo_1", "type": "sensor" });
    let alarm = json!({ "type": "alarm", "id": "m_1", "sender": me,
        "recipient": environment("greenhouse"), "payload": { "celsius": 61 } });
    sensor.send(&alarm).await;
    assert_eq!(world.next().await, alarm);
    let all = json!({ "id": "*", "type": "sensor" });
    let reset = message("m_2", &environment("greenhouse"), &all, &json!("reset"));
    world.send(&reset).await;
    assert_eq!(sensor.next().await, reset);
    // The sensor is who it is, and no agent.
    sensor
        .send(&message(
            "m_3",
            &agent("thermo_1"),
            &environment("greenhouse"),
            &json!(1),
        ))
        .await;
    assert_eq!(sensor.error().await["details"]["reason"], "spoofed_sender");
    let (_, page) = get(&hub, "/metrics", &[]).await;
    assert!(
        page.contains("star_connections{type=\"sensor\"} 1"),
        "{page}"
    );
    assert!(
        page.contains("star_messages_received_total{type=\"alarm\"} 1"),
        "{page}"
    );
}
