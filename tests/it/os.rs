//! OpenStarry standard protocol, requirement by requirement, through the command line.

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, calls_raw, says};

const HERO: &str = "Thomas Anderson";

fn ask(desk: &Desk, service: &FakeOpenAi, instruction: &str) -> Vec<Value> {
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--model",
        "fake",
        "--base-url",
    ];
    let words = [
        words.as_slice(),
        &[&service.base_url, "--json", instruction],
    ]
    .concat();
    desk.good(&words).json_lines()
}

/// The messages of a request that answer calls: id and content.
fn answers(request: &Value) -> Vec<(String, Value)> {
    let messages = request["messages"].as_array().expect("messages");
    let tools = messages.iter().filter(|it| it["role"] == "tool");
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    tools
        .map(|it| {
            let content = serde_json::from_str(&text(&it["content"])).expect("JSON text");
            (text(&it["tool_call_id"]), content)
        })
        .collect()
}

#[test]
fn os_2_a_call_without_an_id_is_given_one() {
    let desk = Desk::with_sample();
    let nameless = Reply::Says(
        String::new(),
        vec![(String::new(), "read_node_kv".to_owned(), "{}".to_owned()); 2],
    );
    let service = FakeOpenAi::start([nameless, says("Read twice.")]);
    ask(&desk, &service, "read it twice");
    let answers = answers(&service.requests()[1]);
    assert_eq!(answers.len(), 2);
    assert!(
        !answers[0].0.is_empty() && answers[0].0 != answers[1].0,
        "{answers:?}"
    );
}

#[test]
fn os_3_words_and_calls_of_one_reply_keep_their_order_in_the_thread() {
    let desk = Desk::with_sample();
    let call = (
        "call_a".to_owned(),
        "read_node_kv".to_owned(),
        "{}".to_owned(),
    );
    let mixed = Reply::Says("I look first. ".to_owned(), vec![call]);
    let service = FakeOpenAi::start([mixed, says("He is a night clerk.")]);
    ask(&desk, &service, "who is he?");
    let history = desk.data(&["thread_history", "demo.story"]);
    let messages = history["messages"].as_array().expect("messages");
    let roles: Vec<_> = messages
        .iter()
        .map(|it| it["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["user", "assistant", "tool", "assistant"]);
    let segments = &messages[1]["metadata"]["segments"];
    let kinds: Vec<_> = segments
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["type"])
        .collect();
    assert_eq!(kinds, ["text", "tool_call"]);
    assert_eq!(segments[0]["text"], "I look first. ");
}

#[test]
fn os_5_the_model_is_shown_exactly_the_tools_it_may_use_now() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start([says("Hello.")]);
    ask(&desk, &service, "hello");
    let request = &service.requests()[0];
    let shown: Vec<String> = request["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|it| it["function"]["name"].as_str().unwrap().to_owned())
        .collect();
    let listing = desk.good(&["tools", "--json"]).json();
    let everyone = listing
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["audience"] == "everyone");
    let names: Vec<String> = everyone
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(shown, names);
    assert!(
        !shown.contains(&"send_message".to_owned()),
        "a model does not talk to itself"
    );
}

#[test]
fn os_6_results_go_into_the_history_and_the_model_is_asked_again() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start([
        calls(&[("read_node_kv", json!({}))]),
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Age", "v": "38" }] }),
        )]),
        says("One year older."),
    ]);
    let events = ask(&desk, &service, "make him a year older");
    let requests = service.requests();
    assert_eq!(requests.len(), 3, "asked until it answered without a call");
    let last = answers(&requests[2]);
    assert_eq!(last.len(), 2, "both results are in its history");
    assert_eq!(
        last[0].1["data"]["items"][1],
        json!({ "k": "Age", "v": "37" })
    );
    assert_eq!(events.last().unwrap()["outcome"]["text"], "One year older.");
}

#[test]
fn os_9_an_unknown_tool_becomes_an_observation_with_the_nearest_names() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start([
        calls(&[("update_node_kvs", json!({ "items": [] }))]),
        says("There is no such tool."),
    ]);
    ask(&desk, &service, "rename");
    let (_, said) = answers(&service.requests()[1]).remove(0);
    assert_eq!(said["error"]["code"], "UNKNOWN_ACTION");
    assert!(
        said.to_string().contains("update_node_kv"),
        "the nearest name is offered: {said}"
    );
}

#[test]
fn os_9_arguments_that_are_no_json_become_an_observation() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start([
        calls_raw("update_node_kv", r#"{"items": [{"k": "Name", "v": "Ne"#),
        says("Sorry."),
    ]);
    ask(&desk, &service, "rename");
    let (_, said) = answers(&service.requests()[1]).remove(0);
    assert_eq!(said["error"]["code"], "INVALID_ACTION_INPUT");
    let history = desk.data(&["history", "demo.story"]);
    let reasons = history.to_string();
    assert!(
        !reasons.contains("update_node_kv"),
        "a broken call wrote nothing: {reasons}"
    );
}

#[test]
fn os_9_a_reply_that_says_nothing_ends_in_words_not_in_a_crash() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start((0..6).map(|_| says("")));
    let words = [
        "ask",
        "demo.story",
        "--model",
        "fake",
        "--base-url",
        &service.base_url,
        "hello",
    ];
    let ran = desk.run(&words);
    assert_ne!(ran.code, 0);
    assert!(
        !ran.out.is_empty() || !ran.err.is_empty(),
        "the person is told"
    );
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}
