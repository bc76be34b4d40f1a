//! A studio and its one stream of events.

use capability::NoApprover;
use llm::providers::scripted::ScriptedModel;
use model::conversation::Ending;
use runner::{Autonomy, TurnEvent};
use serde_json::{Value, json};

use super::*;
use crate::EventKind;

fn call(name: &str, args: Value) -> ToolCall {
    ToolCall {
        id: None,
        name: name.into(),
        args,
    }
}

/// A short name for an event.
fn word(event: &Event) -> &'static str {
    match &event.kind {
        EventKind::DataChanged(_) => "data:changed",
        EventKind::Turn(TurnEvent::TurnBegan { .. }) => "began",
        EventKind::Turn(TurnEvent::ToolCallBegan { .. }) => "call",
        EventKind::Turn(TurnEvent::ToolAnswered { .. }) => "answered",
        EventKind::Turn(TurnEvent::TurnEnded { .. }) => "ended",
        EventKind::Turn(_) => "words",
        EventKind::Progress(_) => "progress",
        EventKind::AgentsChanged(_) => "agents:changed",
        EventKind::MessagePosted(_) => "message:posted",
        EventKind::BackupFailed(_) => "backup:failed",
    }
}

#[tokio::test]
async fn change_event_precedes_the_tool_answer() {
    let script = ScriptedModel::new()
        .calls([(
            "create_node",
            json!({ "title": "Neo", "kind": "character" }),
        )])
        .says("Made.");
    let studio = Studio::in_memory(Arc::new(script)).unwrap();
    let mut events = studio.events();
    let person = studio.person("test", Arc::new(NoApprover));
    let instruction = Instruction {
        text: "make Neo".into(),
        autonomy: Autonomy::Adopt,
        ..Instruction::default()
    };
    let outcome = studio.send(instruction, &person).await.unwrap();
    assert_eq!(
        (outcome.ending, outcome.text.as_str()),
        (Ending::Done, "Made.")
    );

    let mut received = Vec::new();
    while received.last() != Some(&"ended") {
        let event = events.recv().await.unwrap();
        received.push(word(&event));
        assert_eq!(event.sequence, received.len() as u64, "no event is missing");
    }
    received.retain(|it| *it != "words");
    assert_eq!(
        received,
        ["began", "call", "data:changed", "answered", "ended"]
    );
}

#[tokio::test]
async fn data_changed_names_author_and_interface_without_data() {
    let studio = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
    let mut events = studio.events();
    let person = studio.person("test", Arc::new(NoApprover));
    let output = studio
        .call(&person, call("create_node", json!({ "title": "Neo" })))
        .await;
    assert!(output.succeeded(), "{output:?}");
    let event = events.recv().await.unwrap();
    let json = serde_json::to_value(&*event).unwrap();
    assert_eq!(json["type"], "data:changed");
    assert_eq!(json["number"], 1);
    assert_eq!(json["origin"], json!(person.origin));
    assert_eq!(
        json["author"],
        json!({ "kind": "person", "name": "writer", "principal": "local" })
    );
    let changed: Vec<_> = json["changed"].as_array().unwrap().iter().collect();
    let parts: Vec<_> = changed
        .iter()
        .map(|it| it["capability"].as_str().unwrap())
        .collect();
    // The first scene becomes the start of the story.
    assert_eq!(parts, ["node", "layout", "story"]);
    assert_eq!(changed[0]["version"]["number"], 1);
    assert!(
        changed[0].get("data").is_none(),
        "whoever wants the data reads it"
    );
}

#[tokio::test]
async fn receives_changes_of_another_process() {
    let here = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
    let mut events = here.events();
    let options = StudioOptions::built_in(Arc::new(crate::RealWorld));
    let there = Studio::open(here.store().path(), options).unwrap();
    let person = there.person("there", Arc::new(NoApprover));
    let output = there
        .call(&person, call("create_node", json!({ "title": "Trinity" })))
        .await;
    assert!(output.succeeded(), "{output:?}");
    let event = events.recv().await.unwrap();
    let EventKind::DataChanged(changed) = &event.kind else {
        panic!("{event:?}")
    };
    assert_eq!(changed.origin, person.origin);
}
