//! The restricted command line as a process, and its credential (AT-1, AT-3, AT-4, AT-13).

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::served::Served;

const HERO: &str = "Thomas Anderson";

/// A credential for these methods.
fn credential(served: &Served, methods: &[&str]) -> String {
    let (status, made) = served.ask("POST /api/credential", &json!({ "methods": methods }));
    assert_eq!(status, 200, "{made}");
    made["credential"].as_str().unwrap().to_owned()
}

/// Runs `project_cli` with a credential in its environment; exit status and answer.
fn project_cli(
    desk: &Desk,
    served: &Served,
    credential: &str,
    words: &[&str],
    input: &str,
) -> (i32, Value) {
    let mut child = desk
        .command(&[&["project_cli"], words].concat())
        .env("STORYTELLER_CREDENTIAL", credential)
        .env("STORYTELLER_SERVICE", format!("127.0.0.1:{}", served.port))
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses early does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.lines().count(), 1, "one JSON object: {out}");
    assert!(!out.contains(credential), "no answer repeats a credential");
    assert!(!String::from_utf8_lossy(&output.stderr).contains(credential));
    (
        output.status.code().unwrap(),
        serde_json::from_str(&out).unwrap(),
    )
}

#[test]
fn at_1_only_white_listed_methods_are_dispatched_and_nothing_else_is_reached() {
    let desk = Desk::with_sample();
    let served = Served::start(&desk, "demo.story");
    let secret = credential(&served, &["kv.read", "kv.update"]);
    let run = |words: &[&str]| project_cli(&desk, &served, &secret, words, "");
    let node = json!({ "node": HERO }).to_string();
    let (code, answer) = run(&["kv", "read", "--input", &node]);
    assert_eq!((code, &answer["ok"]), (0, &json!(true)), "{answer}");
    assert_eq!(answer["data"]["items"][0]["v"], HERO);

    for words in [
        ["text", "read"],
        ["image", "generate"],
        ["assistant", "send"],
    ] {
        let input = json!({ "node": HERO, "prompt": "x", "text": "x" }).to_string();
        let (code, answer) = run(&[words.as_slice(), &["--input", &input]].concat());
        assert_eq!(answer["ok"], false);
        assert_ne!(code, 0, "{words:?}");
    }
    let (code, answer) = run(&["sh", "run"]);
    assert_ne!(
        (code, &answer["ok"]),
        (0, &json!(true)),
        "no shell: {answer}"
    );
    let (_, told) = run(&["help"]);
    let text = told["data"].to_string();
    assert!(
        text.contains("read") && !text.contains("generate"),
        "only what may run is told: {text}"
    );
    let (_, told) = run(&["kv", "help"]);
    let methods = told["data"]["methods"].as_array().unwrap().clone();
    assert_eq!(methods.len(), 2, "{methods:?}");
    assert_eq!(methods[0]["input_schema"]["type"], "object");
}

#[test]
fn at_3_what_may_run_is_the_grants_word_and_not_what_was_told() {
    let desk = Desk::with_sample();
    let served = Served::start(&desk, "demo.story");
    let secret = credential(&served, &["kv.read"]);
    let input = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] }).to_string();
    let words = ["kv", "update", "--input", &input];
    let (code, answer) = project_cli(&desk, &served, &secret, &words, "");
    assert_eq!(
        (code, answer["error"]["code"].as_str()),
        (5, Some("PERMISSION_DENIED")),
        "{answer}"
    );
    let said = answer["error"]["message"].as_str().unwrap();
    assert_eq!(said, "kv.update is not among the methods of this grant");
}

#[test]
fn at_4_large_input_comes_by_stdin_and_no_credential_by_arguments() {
    let desk = Desk::with_sample();
    let served = Served::start(&desk, "demo.story");
    let secret = credential(&served, &["kv.update"]);
    let items = json!({ "node": HERO, "items": [{ "k": "Memoir", "v": "rain ".repeat(40_000) }] });
    let words = ["kv", "update", "--input", "-"];
    let (code, answer) = project_cli(&desk, &served, &secret, &words, &items.to_string());
    assert_eq!(code, 0, "{answer}");

    let inside = json!({ "node": HERO, "items": [{ "k": "x", "v": secret }] }).to_string();
    let (code, answer) = project_cli(&desk, &served, &secret, &words, &inside);
    assert_eq!(code, 2, "{answer}");
    let (code, _) = project_cli(
        &desk,
        &served,
        "none",
        &["kv", "update", "--input", "{}"],
        "",
    );
    assert_eq!(code, 5);
    let bare = desk.run(&["project_cli", "kv", "read"]);
    assert_eq!(bare.code, 5);
    assert!(
        bare.out.contains("STORYTELLER_CREDENTIAL is not set"),
        "{}",
        bare.out
    );
}

#[test]
fn at_13_a_credential_lives_minutes_opens_one_story_and_is_written_nowhere() {
    let desk = Desk::with_sample();
    let served = Served::start(&desk, "demo.story");
    for (wish, status) in [
        (json!({ "methods": ["kv.read"], "minutes": 60 }), 422),
        (json!({ "methods": ["kv.read"], "minutes": 1 }), 422),
        (json!({ "methods": ["kv.fly"] }), 404),
        (json!({ "methods": ["assistant.send"] }), 403),
    ] {
        assert_eq!(
            served.ask("POST /api/credential", &wish).0,
            status,
            "{wish}"
        );
    }
    let unknown = json!({ "methods": ["kv.read"] });
    assert_eq!(
        served.send("POST /api/credential", "nobody", &unknown).0,
        401,
        "only the person"
    );

    let secret = credential(&served, &["kv.read", "kv.update"]);
    assert_eq!(
        served.send("POST /api/call", &secret, &json!({})).0,
        401,
        "it is no token"
    );
    let items = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] }).to_string();
    let (code, _) = project_cli(
        &desk,
        &served,
        &secret,
        &["kv", "update", "--input", &items],
        "",
    );
    assert_eq!(code, 0);
    let mut altered = secret.clone().into_bytes();
    let last = altered.len() - 60;
    altered[last] = if altered[last] == b'A' { b'B' } else { b'A' };
    let altered = String::from_utf8(altered).unwrap();
    let (code, answer) = project_cli(&desk, &served, &altered, &["kv", "read"], "");
    assert_eq!(
        (code, answer["error"]["code"].as_str()),
        (5, Some("PERMISSION_DENIED"))
    );

    desk.good(&["sample", "other.story"]);
    let other = Served::start(&desk, "other.story");
    let (code, _) = project_cli(&desk, &other, &secret, &["kv", "read"], "");
    assert_eq!(code, 5, "another story");

    let needle = secret.rsplit('.').next().unwrap();
    let held: Vec<_> = std::fs::read_dir(desk.path(""))
        .unwrap()
        .flatten()
        .collect();
    for entry in held.into_iter().filter(|it| it.path().is_file()) {
        let bytes = std::fs::read(entry.path()).unwrap();
        let found = bytes
            .windows(needle.len())
            .any(|it| it == needle.as_bytes());
        assert!(!found, "{:?} holds a credential", entry.path());
    }
}
