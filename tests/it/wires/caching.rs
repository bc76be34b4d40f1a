//! What stays the same is sent the same, so that it is read from the vendor's cache.

use serde_json::{Value, json};

use super::root;
use crate::support::canned::Canned;
use crate::support::cli::Desk;

fn reply() -> (&'static str, Vec<u8>) {
    let file = root().join("tests/fixtures/wires/anthropic/words.sse");
    ("text/event-stream", std::fs::read(file).unwrap())
}

#[test]
fn os_7_the_tools_stay_the_same_and_are_marked_for_the_cache() {
    let service = Canned::start([reply(), reply()]);
    let base_url = format!("{}/v1", service.address);
    let desk = Desk::with_sample();
    for wish in ["hello", "rename the hero to Neo"] {
        let words = [
            "ask",
            "demo.story",
            "--model",
            "anthropic:story-1",
            "--base-url",
            &base_url,
        ];
        let output = desk
            .command(&[words.as_slice(), &[wish]].concat())
            .env("ANTHROPIC_API_KEY", "sk-test-5f1e0c7a9b")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let asked = service.asked();
    assert_eq!(asked.len(), 2);
    for request in &asked {
        assert_eq!(request.path, "/v1/messages");
        assert_eq!(request.headers["x-api-key"], "sk-test-5f1e0c7a9b");
        assert_eq!(request.headers["anthropic-version"], "2023-06-01");
        let tools = request.body["tools"].as_array().unwrap();
        let marked = |it: &Value| it["cache_control"] == json!({ "type": "ephemeral" });
        assert_eq!(tools.iter().filter(|it| marked(it)).count(), 1);
        assert!(
            tools.last().is_some_and(marked),
            "the mark stands at the end of the tools"
        );
        assert!(
            marked(&request.body["system"][0]),
            "and at the end of what stays of the system"
        );
        let text = request.body.to_string();
        assert!(
            text.matches("cache_control").count() <= 4,
            "the API takes four marks"
        );
    }
    let tools = |at: usize| asked[at].body["tools"].to_string();
    assert_eq!(tools(0), tools(1));
}

#[test]
fn a_model_is_tried_out_and_a_servers_models_are_listed() {
    let reply = (
        "application/json",
        br#"{"done":true,"message":{"content":"ok"}}"#.to_vec(),
    );
    let service = Canned::start([reply]);
    let desk = Desk::empty();
    let words = [
        "models",
        "--try",
        "ollama:tale:8b",
        "--base-url",
        &service.address,
    ];
    let ran = desk.good(&words);
    assert!(
        ran.out.starts_with("ollama:tale:8b answers ("),
        "{}",
        ran.out
    );
    assert_eq!(service.asked()[0].path, "/api/chat");
}
