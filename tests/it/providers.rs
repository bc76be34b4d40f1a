//! Models from outside, as a person uses them: by name and key, or by the address of a server.

use serde_json::json;

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, Reply, says};

const KEY: &str = "sk-test-5f1e0c7a9b";

/// Runs `ask` against a service with a key in the environment; everything it printed.
fn ask_with_key(desk: &Desk, service: &FakeOpenAi) -> (i32, String) {
    let words = [
        "ask",
        "demo.story",
        "--model",
        "openai:gpt-test",
        "--base-url",
    ];
    let words = [words.as_slice(), &[&service.base_url, "hello"]].concat();
    let mut command = desk.command(&words);
    command
        .env("OPENAI_API_KEY", KEY)
        .env("STORYTELLER_LOG", "trace");
    let output = command.output().expect("the program runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("it prints UTF-8");
    (output.status.code().unwrap_or(-1), printed)
}

/// Whether any file of a desk holds some words, the story's own pages included.
fn is_written_anywhere(desk: &Desk, words: &str) -> bool {
    let mut folders = vec![desk.path("")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)
            .expect("a folder of the desk")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("a file of the desk");
                if bytes.windows(words.len()).any(|it| it == words.as_bytes()) {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn a_key_reaches_the_service_and_nothing_else() {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start([says("Hello, writer.")]);
    let (code, printed) = ask_with_key(&desk, &service);
    assert_eq!(code, 0, "{printed}");
    assert_eq!(service.keys(), [format!("Bearer {KEY}")]);
    assert!(!printed.contains(KEY), "{printed}");
    assert!(
        is_written_anywhere(&desk, "Hello, writer."),
        "the thread is kept"
    );
    assert!(!is_written_anywhere(&desk, KEY), "no file holds the key");
}

#[test]
fn a_refused_key_is_told_without_repeating_it() {
    let desk = Desk::with_sample();
    let echo = format!("Incorrect API key provided: {KEY}.");
    let refusal = json!({ "error": { "message": echo, "code": "invalid_api_key" } });
    let service = FakeOpenAi::start([Reply::Fails(401, refusal)]);
    let (code, printed) = ask_with_key(&desk, &service);
    assert_ne!(code, 0);
    assert!(
        printed.contains("key"),
        "it says what was refused: {printed}"
    );
    assert!(!printed.contains(KEY), "{printed}");
    assert!(!is_written_anywhere(&desk, KEY), "no file holds the key");
}

#[test]
fn a_service_that_is_busy_is_asked_again() {
    let desk = Desk::with_sample();
    let busy = json!({ "error": { "message": "slow down", "type": "rate_limit_error" } });
    let service = FakeOpenAi::start([Reply::Fails(429, busy), says("Here I am.")]);
    let (code, printed) = ask_with_key(&desk, &service);
    assert_eq!(code, 0, "{printed}");
    assert_eq!(service.requests().len(), 2);
    assert!(printed.contains("Here I am."), "{printed}");
}
