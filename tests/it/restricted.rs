//! The restricted command line as a process, and its credential (AT-1, AT-3, AT-4, AT-13).

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::server::TestServer;

const HERO: &str = "Thomas Anderson";

/// A credential for these methods.
fn credential(served: &TestServer, methods: &[&str]) -> String {
    let (status, made) = served.ask("POST /api/credential", &json!({ "methods": methods }));
    assert_eq!(status, 200, "{made}");
    made["credential"].as_str().unwrap().to_owned()
}

/// Runs `project_cli` with a credential in its environment; exit status and answer.
fn project_cli(
    harness: &TestHarness,
    served: &TestServer,
    credential: &str,
    words: &[&str],
    input: &str,
) -> (i32, Value) {
    let mut child = harness
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
fn at_1_only_methods_on_the_allow_list_are_dispatched() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let secret = credential(&served, &["kv.read", "kv.update"]);
    let run = |words: &[&str]| project_cli(&harness, &served, &secret, words, "");
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
    let (_, output) = run(&["help"]);
    let text = output["data"].to_string();
    assert!(
        text.contains("read") && !text.contains("generate"),
        "only what may run is told: {text}"
    );
    let (_, output) = run(&["kv", "help"]);
    let methods = output["data"]["methods"].as_array().unwrap().clone();
    assert_eq!(methods.len(), 2, "{methods:?}");
    assert!(
        methods.iter().all(|it| it["does"].is_string()),
        "{methods:?}"
    );
    let one = json!({ "method": "read" }).to_string();
    let (_, output) = run(&["kv", "help", "--input", &one]);
    let whole = &output["data"]["methods"][0];
    assert_eq!(whole["input_schema"]["type"], "object", "{output}");
    let other = json!({ "method": "remove" }).to_string();
    let (_, output) = run(&["kv", "help", "--input", &other]);
    assert!(!output.to_string().contains("input_schema"), "{output}");
}

/// Every method there is, including those reserved for people, with its schema.
fn every_method(harness: &TestHarness) -> Vec<(String, String, Value)> {
    let listed = harness.good(&["tools", "--json"]).json();
    let word = |it: &Value| it.as_str().unwrap().to_owned();
    let tools = listed.as_array().unwrap().iter();
    tools
        .map(|it| {
            (
                word(&it["module"]),
                word(&it["method"]),
                it["schema"].clone(),
            )
        })
        .collect()
}

#[test]
fn at_2_project_cli_reaches_every_method_and_describes_each_on_demand() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let call = |args: Value| {
        let call = json!({ "name": "project_cli", "args": args, "origin": "window/1" });
        served.ask("POST /api/call", &call).1
    };
    let help = call(json!({ "method": "help" }));
    let modules = help["result"]["data"]["modules"]
        .as_array()
        .unwrap()
        .clone();
    let methods = every_method(&harness);
    assert!(methods.len() > 50, "{}", methods.len());
    for (module, method, schema) in &methods {
        let listed = modules.iter().find(|it| it["module"] == **module);
        let listed = listed.unwrap_or_else(|| panic!("{module} is not told of"));
        assert!(
            listed["methods"]
                .as_array()
                .unwrap()
                .contains(&json!(method))
        );

        let one = json!({ "module": module, "method": "help", "input": { "method": method } });
        let help = call(one);
        let described = &help["result"]["data"]["methods"];
        assert_eq!(described.as_array().map(Vec::len), Some(1), "{help}");
        assert_eq!(&described[0]["input_schema"], schema, "{module}.{method}");

        // The method's own schema is enforced, so a wrong input shows that the method was reached.
        let wrong = json!({ "no such field": true });
        let answer = call(json!({ "module": module, "method": method, "input": wrong }));
        let error = &answer["error"];
        assert_eq!(
            error["code"], "INVALID_ACTION_INPUT",
            "{module}.{method}: {answer}"
        );
        assert_eq!(
            (&error["module"], &error["method"]),
            (&json!(module), &json!(method))
        );
        assert_eq!(&error["input_schema"], schema);
    }
}

#[test]
fn at_5_the_restricted_command_line_reports_invalid_arguments_in_json() {
    let harness = TestHarness::with_story();
    for (words, code) in [
        (&["project_cli"][..], 2),
        (&["project_cli", "kv", "read", "--shell", "ls"], 2),
        (&["project_cli", "kv", "read", "more", "words"], 2),
        (&["project_cli", "kv", "read"], 5),
        (&["show", "demo.story", "--bold", "--json"], 2),
        (&["no_such_command", "--json"], 3),
    ] {
        let ran = harness.run(words);
        assert_eq!(ran.code, code, "{words:?}: {}{}", ran.out, ran.err);
        let answer = ran.json();
        assert_eq!(answer["ok"], false, "{words:?}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(
            !message.is_empty() && !message.contains("Usage:"),
            "{message}"
        );
    }
}

#[test]
fn at_3_permissions_come_from_the_grant_not_from_the_prompt() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let secret = credential(&served, &["kv.read"]);
    let input = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] }).to_string();
    let words = ["kv", "update", "--input", &input];
    let (code, answer) = project_cli(&harness, &served, &secret, &words, "");
    assert_eq!(
        (code, answer["error"]["code"].as_str()),
        (5, Some("PERMISSION_DENIED")),
        "{answer}"
    );
    let message = answer["error"]["message"].as_str().unwrap();
    assert_eq!(message, "kv.update is not among the methods of this grant");
}

#[test]
fn at_4_large_input_comes_by_stdin_and_a_credential_never_by_arguments() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let secret = credential(&served, &["kv.update"]);
    let items = json!({ "node": HERO, "items": [{ "k": "Memoir", "v": "rain ".repeat(40_000) }] });
    let words = ["kv", "update", "--input", "-"];
    let (code, answer) = project_cli(&harness, &served, &secret, &words, &items.to_string());
    assert_eq!(code, 0, "{answer}");

    let inside = json!({ "node": HERO, "items": [{ "k": "x", "v": secret }] }).to_string();
    let (code, answer) = project_cli(&harness, &served, &secret, &words, &inside);
    assert_eq!(code, 2, "{answer}");
    // The service refuses it as well, from any client, and never repeats it.
    for call in [
        json!({ "module": "kv", "method": "update", "input": { "node": secret } }),
        json!({ "module": secret, "method": "update" }),
        json!({ "module": "kv", "method": secret }),
    ] {
        let (status, body) = served.send("POST /api/cli", &secret, &call);
        assert_eq!(status, 422, "{body}");
        assert!(!body.contains(&secret), "{body}");
    }
    let (code, _) = project_cli(
        &harness,
        &served,
        "none",
        &["kv", "update", "--input", "{}"],
        "",
    );
    assert_eq!(code, 5);
    let bare = harness.run(&["project_cli", "kv", "read"]);
    assert_eq!(bare.code, 5);
    assert!(
        bare.out.contains("STORYTELLER_CREDENTIAL is not set"),
        "{}",
        bare.out
    );
}

#[test]
fn at_13_a_credential_lasts_minutes_covers_one_story_and_is_never_written() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    for (request, status) in [
        (json!({ "methods": ["kv.read"], "minutes": 60 }), 422),
        (json!({ "methods": ["kv.read"], "minutes": 1 }), 422),
        (json!({ "methods": ["kv.fly"] }), 404),
        (json!({ "methods": ["assistant.send"] }), 403),
    ] {
        assert_eq!(
            served.ask("POST /api/credential", &request).0,
            status,
            "{request}"
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
        "it is not a token"
    );
    let items = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] }).to_string();
    let (code, _) = project_cli(
        &harness,
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
    let (code, answer) = project_cli(&harness, &served, &altered, &["kv", "read"], "");
    assert_eq!(
        (code, answer["error"]["code"].as_str()),
        (5, Some("PERMISSION_DENIED"))
    );

    harness.add_story("other.story");
    let other = TestServer::start(&harness, "other.story");
    let (code, _) = project_cli(&harness, &other, &secret, &["kv", "read"], "");
    assert_eq!(code, 5, "another story");
}

#[test]
fn at_13_a_credential_appears_in_no_log_event_answer_or_file() {
    let harness = TestHarness::with_story();
    let served = TestServer::start_traced(&harness, "demo.story");
    let secret = credential(&served, &["kv.read", "kv.update"]);
    let parts: Vec<&str> = secret.split('.').skip(1).collect();
    assert_eq!(parts.len(), 2, "body and seal");
    let mut received = String::new();

    // Calls that succeed, calls that fail, and calls that pass it where it does not belong.
    let watching = served.listen("/api/events");
    let items = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] });
    for (module, method, input) in [
        ("kv", "update", items),
        ("kv", "read", json!({ "node": "Nobody" })),
        ("text", "read", json!({ "node": HERO })),
        ("kv", "update", json!({ "node": secret, "items": [] })),
        ("no", "where", json!({})),
    ] {
        let call = json!({ "module": module, "method": method, "input": input });
        received += &served.send("POST /api/cli", &secret, &call).1;
    }
    let malformed = json!({ "module": "kv", "credential": secret });
    received += &served.send("POST /api/cli", &secret, &malformed).1;
    received += &served.send("POST /api/call", &secret, &json!({})).1;
    for call in ["story_history", "list_threads", "list_steps"] {
        let call = json!({ "name": call, "args": {}, "origin": "window/1" });
        received += &served.send("POST /api/call", &served.token, &call).1;
    }
    received += &watching.until("data:changed");
    // The file on disk, with its write-ahead log.
    let mut files = Vec::new();
    for entry in std::fs::read_dir(harness.path("")).unwrap().flatten() {
        if entry.path().is_file() && entry.file_name() != "log" {
            files.push((entry.path(), std::fs::read(entry.path()).unwrap()));
        }
    }
    assert!(
        files
            .iter()
            .any(|it| it.0.ends_with("demo.story-wal") && !it.1.is_empty()),
        "the log of writes is among them"
    );
    let log = served.end(&harness);
    assert!(
        log.contains("a credential was made"),
        "the log is told in full: {log}"
    );
    for part in parts {
        assert!(!received.contains(part), "an answer or event");
        assert!(!log.contains(part), "the log");
        for (path, bytes) in &files {
            let found = bytes.windows(part.len()).any(|it| it == part.as_bytes());
            assert!(!found, "{path:?}");
        }
    }
}

#[test]
fn at_13_a_person_creates_a_credential_at_the_command_line() {
    let harness = TestHarness::with_story();
    let served = TestServer::start(&harness, "demo.story");
    let address = format!("http://127.0.0.1:{}/#token={}", served.port, served.token);
    let made = |words: &[&str]| {
        let words = [&["credential"], words].concat();
        harness.run_with_input(&words, address.as_bytes())
    };
    let ran = made(&["kv.read", "--minutes", "6", "--json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let environment = &ran.json()["environment"];
    let secret = environment["STORYTELLER_CREDENTIAL"].as_str().unwrap();
    assert_eq!(
        environment["STORYTELLER_SERVICE"],
        format!("127.0.0.1:{}", served.port)
    );
    let node = json!({ "node": HERO }).to_string();
    let words = ["kv", "read", "--input", &node];
    assert_eq!(project_cli(&harness, &served, secret, &words, "").0, 0);

    for (words, code) in [
        (&["kv.read", "--minutes", "60"][..], 2),
        (&["kv.fly"], 3),
        (&["assistant.send"], 5),
    ] {
        assert_eq!(made(words).code, code, "{words:?}");
    }
    let bare = harness.run_with_input(&["credential", "kv.read"], b"http://127.0.0.1:1/");
    assert_eq!(bare.code, 2, "{}", bare.err);
    assert!(bare.err.contains("STORYTELLER_ADDRESS"), "{}", bare.err);
}

#[test]
fn at_13_a_free_picture_may_be_generated_and_a_paid_one_may_not() {
    let harness = TestHarness::with_story();
    let paint = |served: &TestServer| {
        let secret = credential(served, &["image.generate"]);
        let input = json!({ "node": HERO, "prompt": "a door in the rain" }).to_string();
        let words = ["image", "generate", "--input", &input];
        project_cli(&harness, served, &secret, &words, "")
    };
    let served = TestServer::start(&harness, "demo.story");
    let (code, answer) = paint(&served);
    assert_eq!(code, 0, "{answer}");
    drop(served);
    let settings = "image_model = \"openai:gpt-image-1\"\n\
                    [providers.openai]\nbase_url = \"http://127.0.0.1:9/v1\"\n";
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let (code, answer) = paint(&TestServer::start(&harness, "demo.story"));
    assert_eq!(code, 5, "{answer}");
}

#[test]
fn at_13_a_credential_selects_one_of_several_open_stories() {
    let harness = TestHarness::with_story();
    harness.good(&["new", "other.story"]);
    let served = TestServer::start(&harness, "demo.story");
    let secret = credential(&served, &["kv.read"]);
    let opened = json!({
        "name": "open_story", "origin": "window/1", "args": { "path": harness.path("other.story") },
    });
    assert_eq!(served.ask("POST /api/call", &opened).0, 200);
    let node = json!({ "node": HERO }).to_string();
    let words = ["kv", "read", "--input", &node];
    assert_eq!(project_cli(&harness, &served, &secret, &words, "").0, 0);
}
