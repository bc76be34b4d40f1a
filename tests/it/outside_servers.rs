//! Servers of other programs as a person manages them in the window: over the served program's calls, with
//! real server processes.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::root;
use crate::support::server::TestServer;

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn call(server: &TestServer, name: &str, args: Value) -> Value {
    let call = json!({ "name": name, "args": args, "origin": "window/1" });
    let (status, answer) = server.ask("POST /api/call", &call);
    assert_eq!(status, 200, "{answer}");
    answer
}

/// A call of the window that works; the servers it tells of.
fn servers(server: &TestServer, name: &str, args: Value) -> Vec<Value> {
    let answer = call(server, name, args);
    assert_eq!(answer["status"], "success", "{answer}");
    let listed = answer["result"]["data"]["servers"].as_array();
    listed.expect("servers").clone()
}

/// What a call is refused with.
fn refused(server: &TestServer, name: &str, args: Value) -> Value {
    let answer = call(server, name, args);
    assert_eq!(answer["status"], "failure", "{answer}");
    answer["error"].clone()
}

/// Waits until the only server does this.
fn until(server: &TestServer, phase: &str) -> Value {
    let begun = Instant::now();
    loop {
        let listed = servers(server, "list_outside_servers", json!({}));
        if listed[0]["phase"] == phase {
            return listed[0].clone();
        }
        assert!(begun.elapsed() < PATIENCE, "{phase}: {listed:?}");
    }
}

/// Whether the story has a tool. Its call lacks a field, so it is not run.
fn has(server: &TestServer, tool: &str) -> bool {
    call(server, tool, json!({}))["error"]["code"] != "UNKNOWN_ACTION"
}

fn file(path: &str) -> String {
    let path = root().join(path).canonicalize().expect("it is there");
    path.to_string_lossy().into_owned()
}

fn settings(harness: &TestHarness) -> String {
    std::fs::read_to_string(harness.path("config/settings.toml")).unwrap_or_default()
}

fn add_names(server: &TestServer) -> Value {
    let args = json!({
        "name": "names", "command": "python3", "args": [file("examples/plugins/names.py")],
        "env": ["SEED=s3cret", "MOOD=grim"],
    });
    servers(server, "set_outside_server", args);
    until(server, "running")
}

#[test]
fn adds_stops_starts_and_removes_a_server_while_a_story_is_open() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    assert!(servers(&server, "list_outside_servers", json!({})).is_empty());
    let names = add_names(&server);
    let tools = names["tools"].as_array().expect("tools");
    assert_eq!(
        (&tools[0]["called"], &tools[0]["permission"]),
        (&json!("names_make_name"), &json!("ask"))
    );
    assert_eq!(names["env"], json!(["MOOD", "SEED"]));
    assert!(has(&server, "names_make_name") && has(&server, "names_find_rhymes"));
    // What a variable holds is told nowhere, and stays where it is only named.
    let again = json!({ "name": "names", "env": ["SEED", "MOOD=mild"] });
    servers(&server, "set_outside_server", again);
    let kept = settings(&harness);
    assert!(kept.contains("s3cret") && kept.contains("mild"), "{kept}");
    let shown = call(&server, "get_settings", json!({})).to_string();
    assert!(!shown.contains("s3cret") && !names.to_string().contains("s3cret"));

    let name = json!({ "name": "names" });
    servers(&server, "stop_outside_server", name.clone());
    until(&server, "stopped");
    assert!(settings(&harness).contains("off = true"));
    servers(&server, "start_outside_server", name.clone());
    until(&server, "running");
    assert!(has(&server, "names_make_name"));
    assert!(servers(&server, "remove_outside_server", name).is_empty());
    assert!(!settings(&harness).contains("[mcp"));
}

#[test]
fn a_tool_is_allowed_as_described_rejected_and_asked_about_again() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let names = add_names(&server);
    let judge = |tool: &str, permission: &str, described: Value| {
        json!({
            "server": "names", "tool": tool, "permission": permission, "described": described,
        })
    };
    let unseen = judge("make_name", "allow", json!("0123456789abcdef"));
    let error = refused(&server, "set_outside_tool", unseen);
    assert_eq!(error["said"]["what"], "server_tool_changed", "{error}");
    let seen = names["tools"][0]["described"].clone();
    let allowed = servers(
        &server,
        "set_outside_tool",
        judge("make_name", "allow", seen.clone()),
    );
    assert_eq!(allowed[0]["tools"][0]["permission"], "allow");
    assert!(settings(&harness).contains(seen.as_str().expect("a hash")));
    servers(
        &server,
        "set_outside_tool",
        judge("find_rhymes", "refuse", json!(null)),
    );
    let begun = Instant::now();
    while has(&server, "names_find_rhymes") {
        assert!(begun.elapsed() < PATIENCE, "it is there still");
    }
    assert!(has(&server, "names_make_name"));
    // Another program under the same name is a stranger.
    let other = json!({ "name": "names", "args": [file("tests/outside/odd_server.py"), "lies"] });
    let changed = servers(&server, "set_outside_server", other);
    assert_eq!(changed[0]["name"], "names");
    assert!(!settings(&harness).contains(seen.as_str().expect("a hash")));
}

#[test]
fn a_server_that_cannot_start_reports_the_reason() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let none = json!({ "name": "none", "command": "/no/such/program" });
    servers(&server, "set_outside_server", none);
    let failed = until(&server, "failed");
    let why = &failed["why"];
    assert_eq!(why["said"]["what"], "server_program_missing", "{why}");
    assert_eq!(why["said"]["parts"]["command"], "/no/such/program");
}

#[test]
fn a_server_that_ends_between_calls_is_shown_so_and_starts_again() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let process = harness.path("process");
    let end = || {
        let number = std::fs::read_to_string(&process).expect("the number of its process");
        let killed = std::process::Command::new("kill").arg(&number).status();
        assert!(killed.expect("kill").success());
    };
    let args = json!({
        "name": "odd", "command": "python3", "env": ["TOKEN=s3cret-token"],
        "args": [file("tests/outside/odd_server.py"), "leaves", process],
    });
    servers(&server, "set_outside_server", args);
    until(&server, "running");
    end();
    let ended = until(&server, "failed");
    let said = &ended["why"]["said"];
    assert_eq!(said["what"], "server_ended_saying", "{ended}");
    assert_eq!(said["parts"]["words"], "no paper for …", "{ended}");
    // A person starts it again.
    servers(&server, "start_outside_server", json!({ "name": "odd" }));
    until(&server, "running");
    end();
    until(&server, "failed");
    // Or the next call of its tools does.
    let asked = json!({ "name": "odd_tool", "args": {}, "origin": "window/1", "confirmed": true });
    let (_, called) = server.ask("POST /api/call", &asked);
    assert_eq!(called["status"], "success", "{called}");
    until(&server, "running");
}

#[test]
fn rejects_invalid_server_settings_and_changes_nothing() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let key = "sk-very-secret";
    for (args, id) in [
        (json!({ "name": "a-b", "command": "x" }), "server_misnamed"),
        (json!({ "name": "kv", "command": "x" }), "server_name_taken"),
        (json!({ "name": "a" }), "server_unreachable"),
        (
            json!({ "name": "a", "command": "x", "url": "http://127.0.0.1/" }),
            "server_unreachable",
        ),
        (
            json!({ "name": "a", "url": "ftp://x/" }),
            "server_address_unfit",
        ),
        (
            json!({ "name": "a", "url": "https://me:pw@x/mcp" }),
            "server_address_unfit",
        ),
        (
            json!({ "name": "a", "url": "http://example.org/mcp", "key": key }),
            "server_address_open",
        ),
        (
            json!({ "name": "a", "command": "x", "key": key }),
            "server_key_unused",
        ),
        (
            json!({ "name": "a", "command": "x", "env": ["1=2"] }),
            "server_variable_unfit",
        ),
    ] {
        let error = refused(&server, "set_outside_server", args);
        assert_eq!(error["said"]["what"], id, "{error}");
        assert!(!error.to_string().contains(key), "{error}");
    }
    let none = json!({ "name": "nobody" });
    let error = refused(&server, "start_outside_server", none);
    assert_eq!(error["said"]["what"], "server_none", "{error}");
    assert!(!settings(&harness).contains("mcp"));
}

#[test]
fn a_server_key_is_stored_separately_and_sent_only_to_its_own_address() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let key = "sk-very-secret";
    let with_key = json!({ "name": "notes", "url": "http://127.0.0.1:9/mcp", "key": key });
    let listed = servers(&server, "set_outside_server", with_key);
    assert!(listed[0]["key"].is_string(), "{listed:?}");
    assert!(!format!("{listed:?}").contains(key));
    assert!(!settings(&harness).contains(key));
    let same = json!({ "name": "notes", "url": "http://127.0.0.1:9/other" });
    let listed = servers(&server, "set_outside_server", same);
    assert!(listed[0]["key"].is_string(), "{listed:?}");
    let elsewhere = json!({ "name": "notes", "url": "https://example.org/mcp" });
    servers(&server, "stop_outside_server", json!({ "name": "notes" }));
    let listed = servers(&server, "set_outside_server", elsewhere);
    assert!(listed[0]["key"].is_null(), "{listed:?}");
    let keys = std::fs::read_to_string(harness.path("config/keys.toml")).unwrap_or_default();
    assert!(!keys.contains(key), "{keys}");
}
