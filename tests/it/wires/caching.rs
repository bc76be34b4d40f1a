//! The unchanged part of requests is sent unchanged, so that the vendor can read it from its cache.

use serde_json::{Value, json};

use crate::support::canned_server::CannedServer;
use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};
use crate::support::root;

fn reply() -> (&'static str, Vec<u8>) {
    let file = root().join("tests/fixtures/wires/anthropic/words.sse");
    ("text/event-stream", std::fs::read(file).unwrap())
}

#[test]
fn os_7_tools_stay_the_same_and_are_marked_for_caching() {
    let service = CannedServer::start([reply(), reply()]);
    let base_url = format!("{}/v1", service.address);
    let harness = TestHarness::with_story();
    for instruction in ["hello", "rename the hero to Neo"] {
        let words = [
            "ask",
            "demo.story",
            "--model",
            "anthropic:story-1",
            "--base-url",
            &base_url,
        ];
        let output = harness
            .command(&[words.as_slice(), &[instruction]].concat())
            .env("ANTHROPIC_API_KEY", "sk-test-5f1e0c7a9b")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let requests = service.requests();
    assert_eq!(requests.len(), 2);
    for request in &requests {
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
    // What fits the instruction stands behind what is always shown.
    let tools = |at: usize| {
        let mut tools = requests[at].body["tools"].as_array().unwrap().clone();
        for tool in &mut tools {
            tool.as_object_mut().unwrap().remove("cache_control");
        }
        tools
    };
    let (few, many) = (tools(0), tools(1));
    let shared = few
        .iter()
        .zip(&many)
        .take_while(|(one, other)| one == other);
    assert!(
        shared.count() > 10,
        "the block begins alike: {few:?} {many:?}"
    );
}

/// Two turns of one conversation with a server that accepts a late system message.
#[test]
fn os_7_history_stays_the_same_between_turns_and_cached_tokens_are_reported() {
    let service = FakeOpenAi::start([
        calls(&[(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
        )]),
        says("Renamed."),
        says("He is Neo."),
    ]);
    let harness = TestHarness::with_story();
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\nlate_system = true\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let ask = ["ask", "demo.story", "--node", "Thomas Anderson"];
    let first = harness.good(&[&ask[..], &["--json", "rename him to Neo"]].concat());
    let lines = first.json_lines();
    let thread = lines[0]["thread"].as_str().expect("a thread");
    let ended = lines.iter().find(|it| it["type"] == "turn_ended").unwrap();
    let wanted = json!({ "input": 20, "output": 10, "cached": 14 });
    assert_eq!(ended["outcome"]["usage"], wanted);
    let more = ["--thread", thread, "who is he?"];
    let ran = harness.good(&[&ask[..], &more].concat());
    let spent = "10 tokens in (7 of them from the cache), 5 out";
    assert!(ran.err.contains(spent), "{}", ran.err);

    let requests = service.requests();
    for pair in requests.windows(2) {
        let [before, after] = [0, 1].map(|it| pair[it]["messages"].as_array().unwrap());
        let same = before.len() - 1;
        assert_eq!(
            before[..same],
            after[..same],
            "all but the last word is in the cache"
        );
        let last = after.last().unwrap();
        assert_eq!(last["role"], "system");
        let scene = last["content"].as_str().unwrap();
        for part in [
            "currently editing Node: ",
            "Current Data (Adopted Version):",
            "\"Neo\"",
        ] {
            assert!(scene.contains(part), "{part} is missing in {scene}");
        }
    }
    let history = harness.data(&["thread_history", "demo.story"]);
    let cached = history["messages"][1]["metadata"]["reply"]["usage"]["cached_tokens"].clone();
    assert_eq!(cached, 7, "kept with the reply");
}

#[test]
fn checks_a_model_and_lists_a_servers_models() {
    let reply = (
        "application/json",
        br#"{"done":true,"message":{"content":"ok"}}"#.to_vec(),
    );
    let service = CannedServer::start([reply]);
    let harness = TestHarness::empty();
    let words = [
        "models",
        "--try",
        "ollama:tale:8b",
        "--base-url",
        &service.address,
    ];
    let ran = harness.good(&words);
    assert!(
        ran.out.starts_with("ollama:tale:8b answers ("),
        "{}",
        ran.out
    );
    assert_eq!(service.requests()[0].path, "/api/chat");
}
