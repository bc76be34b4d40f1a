//! A studio and its one stream of events.

use capability::NoApprover;
use llm::providers::scripted::Scripted;
use runner::{Autonomy, Ending, TurnEvent};
use serde_json::{Value, json};

use super::*;
use crate::Happening;

fn call(name: &str, args: Value) -> ToolCall {
    ToolCall {
        id: None,
        name: name.into(),
        args,
    }
}

/// What an event is, in a word.
fn word(event: &Event) -> &'static str {
    match &event.happening {
        Happening::DataChanged(_) => "data:changed",
        Happening::Turn(TurnEvent::TurnBegan { .. }) => "began",
        Happening::Turn(TurnEvent::ToolCallBegan { .. }) => "call",
        Happening::Turn(TurnEvent::ToolAnswered { .. }) => "answered",
        Happening::Turn(TurnEvent::TurnEnded { .. }) => "ended",
        Happening::Turn(_) => "words",
        Happening::Progress(_) => "progress",
    }
}

#[tokio::test]
async fn a_change_is_told_before_the_answer_of_the_call_that_made_it() {
    let script = Scripted::new()
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

    let mut told = Vec::new();
    while told.last() != Some(&"ended") {
        let event = events.recv().await.unwrap();
        told.push(word(&event));
        assert_eq!(event.sequence, told.len() as u64, "no event is missing");
    }
    told.retain(|it| *it != "words");
    assert_eq!(told, ["began", "call", "data:changed", "answered", "ended"]);
}

#[tokio::test]
async fn data_changed_is_thin_and_says_who_through_what() {
    let studio = Studio::in_memory(Arc::new(Scripted::new())).unwrap();
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
        json!({ "kind": "person", "name": "writer" })
    );
    let changed: Vec<_> = json["changed"].as_array().unwrap().iter().collect();
    let parts: Vec<_> = changed
        .iter()
        .map(|it| it["capability"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["node", "layout"]);
    assert_eq!(changed[0]["version"]["number"], 1);
    assert!(
        changed[0].get("data").is_none(),
        "whoever wants the data reads it"
    );
}

#[tokio::test]
async fn another_program_on_the_same_file_is_heard() {
    let here = Studio::in_memory(Arc::new(Scripted::new())).unwrap();
    let mut events = here.events();
    let options = StudioOptions::built_in(Arc::new(crate::RealWorld));
    let there = Studio::open(here.store().path(), options).unwrap();
    let person = there.person("there", Arc::new(NoApprover));
    let output = there
        .call(&person, call("create_node", json!({ "title": "Trinity" })))
        .await;
    assert!(output.succeeded(), "{output:?}");
    let event = events.recv().await.unwrap();
    let Happening::DataChanged(changed) = &event.happening else {
        panic!("{event:?}")
    };
    assert_eq!(changed.origin, person.origin);
}
