//! A turn whose program is killed during a call, and two programs in one conversation, with real
//! processes on one file.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";

/// A harness whose picture service accepts a request and never answers.
fn harness(service: &FakeOpenAi, silent: &TcpListener) -> TestHarness {
    let harness = TestHarness::with_story();
    let silent = silent.local_addr().expect("a bound listener");
    let settings = format!(
        "model = \"small:m\"\nimage_model = \"slow:m\"\n[providers.small]\nbase_url = \"{}\"\n\
         [providers.slow]\nbase_url = \"http://{silent}/v1\"\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness
}

/// Starts a turn and waits until the picture service has received its request.
fn until_painting(harness: &TestHarness, silent: &TcpListener) -> (RunningProgram, Value) {
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--yes",
        "--json",
        "a portrait, a year on",
    ];
    let mut asking = harness.start(&words);
    let began = asking.line().expect("the turn begins");
    let began: Value = serde_json::from_str(&began).expect("an event");
    assert_eq!(began["type"], "turn_began");
    let painting = silent.accept().expect("the picture is asked for");
    // It stays open: the service does not answer.
    std::mem::forget(painting);
    (asking, began)
}

fn older() -> (&'static str, Value) {
    (
        "update_node_kv",
        json!({ "items": [{ "k": "Age", "v": "38" }] }),
    )
}

fn portrait() -> (&'static str, Value) {
    ("generate_image", json!({ "prompt": "a portrait" }))
}

fn age(harness: &TestHarness) -> Value {
    let data = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    let items = data["items"].as_array().expect("pairs");
    let age = items.iter().find(|it| it["k"] == "Age");
    age.expect("an age")["v"].clone()
}

#[test]
fn st_6_a_turn_killed_during_a_call_is_closed_and_not_repeated() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let service = FakeOpenAi::start([calls(&[older(), portrait(), older()]), says("I go on.")]);
    let harness = harness(&service, &silent);
    let (asking, began) = until_painting(&harness, &silent);
    let thread = began["thread"].as_str().unwrap();
    asking.kill();

    let changes = harness.data(&["story_history", "demo.story"]);
    let opened = harness.run_with_input(&["open", "demo.story"], b"");
    assert!(
        opened
            .err
            .contains("1 turns of the assistant had been interrupted"),
        "{}",
        opened.err
    );
    let again = harness.run_with_input(&["open", "demo.story"], b"");
    assert!(!again.err.contains("interrupted"), "{}", again.err);
    assert_eq!(age(&harness), "38", "what was finished stays");
    assert_eq!(
        harness.data(&["story_history", "demo.story"]),
        changes,
        "nothing ran"
    );
    assert_eq!(service.requests().len(), 1, "nobody was asked again");

    let history = harness.data(&["thread_history", "demo.story", "--thread", thread]);
    let messages = history["messages"].as_array().unwrap();
    let roles: Vec<_> = messages
        .iter()
        .map(|it| it["role"].as_str().unwrap())
        .collect();
    assert_eq!(
        roles,
        ["user", "assistant", "tool", "tool", "tool", "assistant"]
    );
    let text_at = |at: usize| messages[at]["content"].as_str().unwrap();
    assert!(text_at(3).contains("Interrupted"), "{}", text_at(3));
    assert!(text_at(4).contains("Not run"), "{}", text_at(4));
    assert!(
        text_at(5).contains("Done: update_node_kv"),
        "{}",
        text_at(5)
    );
    let left = std::fs::read_dir(harness.path("")).unwrap().flatten();
    let left: Vec<_> = left
        .map(|it| it.file_name().into_string().unwrap())
        .collect();
    assert!(left.iter().all(|it| !it.contains("-turn-")), "{left:?}");

    harness.good(&[
        "ask",
        "demo.story",
        "--thread",
        thread,
        "--node",
        HERO,
        "go on",
    ]);
    let requests = service.requests();
    let sent = requests[1]["messages"].as_array().unwrap();
    let answers = sent.iter().filter(|it| it["role"] == "tool").count();
    assert_eq!(
        answers, 3,
        "every call is answered before the model is asked again"
    );
}

#[test]
fn two_programs_alternate_in_a_conversation_without_ending_each_others_turns() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let service = FakeOpenAi::start([
        calls(&[older(), portrait()]),
        says("Elsewhere."),
        says("I go on."),
    ]);
    let harness = harness(&service, &silent);
    let (asking, began) = until_painting(&harness, &silent);
    let thread = began["thread"].as_str().unwrap();

    let opened = harness.run_with_input(&["open", "demo.story"], b"");
    assert!(
        !opened.err.contains("interrupted"),
        "it is alive: {}",
        opened.err
    );
    let same = ["ask", "demo.story", "--thread", thread, "go on"];
    let refused = harness.run(&same);
    assert_ne!(refused.code, 0);
    assert!(
        refused.err.contains("another window or program"),
        "{}",
        refused.err
    );
    let turns = harness.data(&["list_turns", "demo.story"]);
    assert_eq!(turns["turns"][0]["turn"], began["turn"]);
    let elsewhere = harness.good(&["ask", "demo.story", "in a conversation of its own"]);
    assert!(elsewhere.out.contains("Elsewhere."), "{}", elsewhere.out);

    asking.kill();
    assert_eq!(
        harness.data(&["list_turns", "demo.story"]),
        json!({ "turns": [] })
    );
    let on = harness.good(&same);
    assert!(on.out.contains("I go on."), "{}", on.out);
}
