//! External models as a person uses them: by name and key, or by the address of a server.

use serde_json::json;

use crate::support::canned_server::CannedServer;
use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};

const KEY: &str = "sk-test-5f1e0c7a9b";

/// Runs `ask` against a service with a key in the environment; returns everything it printed.
fn ask_with_key(harness: &TestHarness, service: &FakeOpenAi) -> (i32, String) {
    let words = [
        "ask",
        "demo.story",
        "--model",
        "openai:gpt-test",
        "--base-url",
    ];
    let words = [words.as_slice(), &[&service.base_url, "hello"]].concat();
    let mut command = harness.command(&words);
    command
        .env("OPENAI_API_KEY", KEY)
        .env("STORYTELLER_LOG", "trace");
    let output = command.output().expect("the program runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("it prints UTF-8");
    (output.status.code().unwrap_or(-1), printed)
}

/// Whether any file of a harness contains a text, including the story's own pages.
fn is_written_anywhere(harness: &TestHarness, words: &str) -> bool {
    let mut folders = vec![harness.path("")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)
            .expect("a folder of the harness")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("a file of the harness");
                if bytes.windows(words.len()).any(|it| it == words.as_bytes()) {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn api_key_is_sent_to_the_service_only() {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start([says("Hello, writer.")]);
    let (code, printed) = ask_with_key(&harness, &service);
    assert_eq!(code, 0, "{printed}");
    assert_eq!(service.keys(), [format!("Bearer {KEY}")]);
    assert!(!printed.contains(KEY), "{printed}");
    assert!(
        is_written_anywhere(&harness, "Hello, writer."),
        "the thread is kept"
    );
    assert!(!is_written_anywhere(&harness, KEY), "no file holds the key");
}

#[test]
fn rejected_key_is_reported_without_echoing_it() {
    let harness = TestHarness::with_story();
    let echo = format!("Incorrect API key provided: {KEY}.");
    let refusal = json!({ "error": { "message": echo, "code": "invalid_api_key" } });
    let service = FakeOpenAi::start([Reply::Fails(401, refusal)]);
    let (code, printed) = ask_with_key(&harness, &service);
    assert_ne!(code, 0);
    assert!(
        printed.contains("key"),
        "it says what was refused: {printed}"
    );
    assert!(!printed.contains(KEY), "{printed}");
    assert!(!is_written_anywhere(&harness, KEY), "no file holds the key");
}

#[test]
fn retries_when_the_service_is_busy() {
    let harness = TestHarness::with_story();
    let busy = json!({ "error": { "message": "slow down", "type": "rate_limit_error" } });
    let service = FakeOpenAi::start([Reply::Fails(429, busy), says("Here I am.")]);
    let (code, printed) = ask_with_key(&harness, &service);
    assert_eq!(code, 0, "{printed}");
    assert_eq!(service.requests().len(), 2);
    assert!(printed.contains("Here I am."), "{printed}");
}

/// One line after the other, as Ollama streams them.
fn lines(lines: &[serde_json::Value]) -> (&'static str, Vec<u8>) {
    let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
    ("application/x-ndjson", text.into_bytes())
}

/// The last line of a stream of Ollama's.
fn done(reason: &str) -> serde_json::Value {
    json!({
        "model": "qwen3:8b", "created_at": "2026-01-01T00:00:00Z", "done": true,
        "message": { "role": "assistant", "content": "" }, "done_reason": reason,
        "prompt_eval_count": 4000, "eval_count": 40,
    })
}

fn piece(message: serde_json::Value) -> serde_json::Value {
    json!({ "model": "qwen3:8b", "created_at": "2026-01-01T00:00:00Z", "done": false,
        "message": message })
}

#[test]
fn os_8_a_local_server_with_default_settings_completes_an_instruction() {
    let call = json!({ "function": { "name": "update_node_kv",
        "arguments": { "items": [{ "k": "Age", "v": "38" }] } } });
    let service = CannedServer::start([
        lines(&[
            piece(json!({ "role": "assistant", "content": "", "thinking": "His age." })),
            piece(json!({ "role": "assistant", "content": "", "tool_calls": [call] })),
            done("stop"),
        ]),
        lines(&[
            piece(json!({ "role": "assistant", "content": "He is " })),
            piece(json!({ "role": "assistant", "content": "38 now." })),
            done("stop"),
        ]),
    ]);
    let harness = TestHarness::with_story();
    let node = ["--node", "Thomas Anderson", "--model", "ollama:qwen3:8b"];
    let words = [["ask", "demo.story"].as_slice(), &node].concat();
    let rest = ["--base-url", &service.address, "make him a year older, 38"];
    let ran = harness.run(&[words.as_slice(), &rest].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("He is 38 now."), "{}", ran.out);

    let asked = service.requests();
    assert_eq!(asked.len(), 2);
    for request in &asked {
        assert_eq!(request.path, "/api/chat");
        assert_eq!(request.body["options"]["num_ctx"], 8192);
        let tools = request.body["tools"].as_array().expect("tools");
        let names: Vec<_> = tools.iter().map(|it| &it["function"]["name"]).collect();
        assert!(names.contains(&&json!("find_tools")), "{names:?}");
        assert!(names.contains(&&json!("update_node_kv")), "{names:?}");
        let bytes = request.body.to_string().len();
        assert!(bytes / 3 < 8192 - 2048, "{bytes} bytes in a small window");
    }
    let shown = harness.data(&["show_context", "demo.story"]);
    assert_eq!(shown["tool_choice"], "fitting");
    assert_eq!(
        shown["tools_narrowed"],
        json!(null),
        "this is what was wanted"
    );
}

#[test]
fn os_8_a_small_context_window_gets_the_single_dispatch_tool() {
    let call = json!({ "module": "kv", "method": "read", "input": {} });
    let service = FakeOpenAi::start([calls(&[("project_cli", call)]), says("A clerk.")]);
    let harness = TestHarness::with_story();
    let settings = format!(
        "model = \"tiny:m\"\n[providers.tiny]\nbase_url = \"{}\"\ncontext_tokens = 2048\n\
         output_tokens = 256\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness.good(&[
        "ask",
        "demo.story",
        "--node",
        "Thomas Anderson",
        "who is he?",
    ]);
    let requests = service.requests();
    let tools = requests[0]["tools"].as_array().expect("tools");
    let names: Vec<_> = tools.iter().map(|it| &it["function"]["name"]).collect();
    assert_eq!(names, ["project_cli"]);
    let shown = harness.data(&["show_context", "demo.story"]);
    assert_eq!(shown["tool_choice"], "project_cli");
    assert!(shown["tools_narrowed"].is_string(), "{shown}");
}

#[test]
fn reports_sizes_when_the_fixed_prompt_exceeds_the_context_window() {
    let service = FakeOpenAi::start([]);
    let harness = TestHarness::with_story();
    let settings = format!(
        "model = \"tiny:m\"\n[providers.tiny]\nbase_url = \"{}\"\ncontext_tokens = 1000\n\
         output_tokens = 400\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let ran = harness.run(&[
        "ask",
        "demo.story",
        "--node",
        "Thomas Anderson",
        "who is he?",
    ]);
    assert_ne!(ran.code, 0);
    assert!(ran.err.contains("600 of the model's 1000"), "{}", ran.err);
    assert!(ran.err.contains("context_tokens"), "{}", ran.err);
    assert!(service.requests().is_empty(), "nothing was sent");
}

/// Frames as OpenAI streams them, with this finish reason.
fn frames(deltas: &[serde_json::Value], reason: &str) -> (&'static str, Vec<u8>) {
    let frame = |delta: &serde_json::Value, reason: serde_json::Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": reason });
        let chunk = json!({ "id": "c", "object": "chat.completion.chunk", "created": 1,
            "model": "fake", "choices": [choice] });
        format!("data: {chunk}\n\n")
    };
    let mut text: String = deltas.iter().map(|it| frame(it, json!(null))).collect();
    text += &frame(&json!({}), json!(reason));
    text += "data: [DONE]\n\n";
    ("text/event-stream", text.into_bytes())
}

/// How a turn ended and what happened in it if a service sends exactly this.
fn ended(replies: &[(&'static str, Vec<u8>)]) -> (serde_json::Value, Vec<serde_json::Value>) {
    let service = CannedServer::start(replies.to_vec());
    let harness = TestHarness::with_story();
    let words = ["ask", "demo.story", "--model", "fake", "--base-url"];
    let address = format!("{}/v1", service.address);
    let ran = harness.run(&[words.as_slice(), &[&address, "--json", "tell me"]].concat());
    let events = ran.json_lines();
    (events.last().expect("an end")["outcome"].clone(), events)
}

#[test]
fn os_9_a_blocked_reply_is_a_failure_and_names_its_calls() {
    let call = json!({ "tool_calls": [{ "index": 0, "id": "a", "type": "function",
        "function": { "name": "write_text", "arguments": "{\"text\":\"x\"}" } }] });
    let filtered = frames(
        &[json!({ "content": "The poison is " }), call],
        "content_filter",
    );
    let (outcome, _) = ended(&[filtered]);
    assert_eq!(outcome["ending"], "refused");
    let text = outcome["text"].as_str().unwrap();
    assert!(text.starts_with("The poison is"), "{text}");
    assert!(text.contains("not run: write_text"), "{text}");
}

#[test]
fn os_9_distinguishes_empty_truncated_garbled_and_exhausted_replies() {
    let thinking = frames(&[json!({ "reasoning_content": "Hm." })], "length");
    let (used_up, _) = ended(&[thinking]);
    assert_eq!(used_up["ending"], "bounded");
    assert_eq!(used_up["can_go_on"], true);
    let empty = frames(&[json!({ "content": "" })], "stop");
    let (empty, _) = ended(&[empty.clone(), empty]);
    let garbage = || ("text/event-stream", b"data: <html>\n\n".to_vec());
    let words = frames(&[json!({ "content": "Once upon " })], "stop");
    let begun = String::from_utf8(words.1.clone()).unwrap();
    let (begun, _) = begun.split_once("\n\n").unwrap();
    let begun = format!("{begun}\n\ndata: <html>\n\n").into_bytes();
    let begun = ("text/event-stream", begun);
    let (garbled, events) = ended(&[begun, garbage(), garbage()]);
    let kinds: Vec<_> = events
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect();
    let text = kinds.iter().position(|it| *it == "text");
    let void = kinds.iter().position(|it| *it == "text_discarded");
    assert!(text.is_some() && text < void, "{kinds:?}");
    let cut = ("text/event-stream", words.1[..words.1.len() / 3].to_vec());
    let (broken, events) = ended(&[cut, words]);
    assert_eq!(broken["ending"], "done", "it was asked again");
    let retried = events.iter().find(|it| it["type"] == "retrying").unwrap();
    let expected = [
        &used_up["text"],
        &empty["text"],
        &garbled["text"],
        &retried["reason"],
    ];
    let parts = [
        "whole output limit for thinking",
        "no text and no tool call",
        "could not be read",
        "broke off",
    ];
    for (expected, part) in expected.into_iter().zip(parts) {
        assert!(
            expected.as_str().unwrap().contains(part),
            "{part}: {expected}"
        );
    }
}
