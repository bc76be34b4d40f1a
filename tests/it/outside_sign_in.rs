//! A server of another program at which a person signs in (OAuth 2.1): the official library's
//! authorization server, and a person at a real browser.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::outside::start_server;
use crate::support::root;
use crate::support::server::{TestServer, send};

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server that asks people to sign in; its word is how many seconds an access token lives.
const SIGN_IN: &str = "sign_in_server.py";

/// A server of `tests/outside`; it ends with the test.
fn start(script: &str, port: &str, word: &str) -> (RunningProgram, u16) {
    let (server, port) = start_server(script, &[port, word]);
    (server, port.parse().expect("a port"))
}

/// The client that a server knows which registers none itself, and its secret.
const CLIENT: (&str, &str) = ("storyteller-by-hand", "secret-of-the-client");

fn ask(server: &TestServer, name: &str, args: Value) -> Value {
    let call = json!({ "name": name, "args": args, "origin": "window/1", "confirmed": true });
    let (status, answer) = server.ask("POST /api/call", &call);
    assert_eq!(status, 200, "{answer}");
    answer
}

/// Waits until the only server is like this.
fn until(server: &TestServer, is_it: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = ask(server, "list_outside_servers", json!({}));
        let listed = &answer["result"]["data"]["servers"][0];
        if is_it(listed) {
            return listed.clone();
        }
        assert!(begun.elapsed() < PATIENCE, "{answer}");
    }
}

fn is_in(state: &str) -> impl Fn(&Value) -> bool + '_ {
    move |it| it["sign_in"]["state"] == state
}

fn is_running(it: &Value) -> bool {
    it["phase"] == "running"
}

fn add(server: &TestServer, port: u16) {
    let url = format!("http://127.0.0.1:{port}/mcp");
    let answer = ask(
        server,
        "set_outside_server",
        json!({ "name": "notes", "url": url }),
    );
    assert_eq!(answer["status"], "success", "{answer}");
}

/// The page on which the person signs in.
fn begin(server: &TestServer) -> String {
    let wanted = json!({ "name": "notes", "open": false });
    let answer = ask(server, "sign_in_to_server", wanted);
    let sign_in = &answer["result"]["data"]["servers"][0]["sign_in"];
    assert_eq!(sign_in["state"], "waiting", "{answer}");
    sign_in["address"].as_str().expect("an address").to_owned()
}

/// What the person saw.
fn person(address: &str, link: &str, language: &str) -> Value {
    let ran = Command::new("node")
        .arg(root().join("tests/outside/sign_in_person.js"))
        .args([address, link, language])
        .output()
        .expect("node starts");
    let told = String::from_utf8_lossy(&ran.stderr);
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {told}"))
}

fn state(port: u16) -> Value {
    let (status, body) = send(port, "GET /state", "", &Value::Null);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

fn read_note(server: &TestServer) -> Value {
    ask(server, "notes_read_note", json!({ "name": "tide" }))
}

#[test]
fn a_person_signs_in_to_a_server_and_its_tokens_are_kept_like_keys() {
    let harness = TestHarness::with_story();
    let server = TestServer::start_traced(&harness, "demo.story");
    let (_notes, port) = start(SIGN_IN, "0", "3600");
    add(&server, port);
    let asked = until(&server, is_in("needed"));
    assert_eq!(asked["why"]["said"]["what"], "server_sign_in_needed");
    let address = begin(&server);
    assert!(
        address.starts_with(&format!("http://127.0.0.1:{port}/")),
        "{address}"
    );
    // A stranger who finds the address that the browser returns to does not end the sign-in.
    let back = address.split("redirect_uri=").nth(1).expect("an address");
    let back = back.split("%3A").nth(2).expect("a port");
    let back: u16 = back[..back.find('%').expect("a path")]
        .parse()
        .expect("a port");
    let (status, page) = send(back, "GET /callback?code=x&state=y", "", &Value::Null);
    assert_eq!(status, 400, "{page}");
    let seen = person(&address, "Allow", "en-GB");
    assert_eq!(seen["asked"], "Storyteller asks for your notes", "{seen}");
    assert_eq!(
        (&seen["title"], &seen["status"]),
        (&json!("You are signed in"), &json!(200)),
        "{seen}"
    );
    assert_eq!(seen["policy"], json!([]), "{seen}");
    let running = until(&server, |it| is_running(it) && is_in("signed_in")(it));
    assert_eq!(running["tools"][0]["called"], "notes_read_note");
    let note = read_note(&server);
    assert_eq!(
        note["result"]["data"]["text"], "tide: sent with …",
        "the answer repeats no token: {note}"
    );
    // The tokens are with the keys, which others cannot read, and nowhere else.
    let keys = std::fs::read_to_string(harness.path("config/keys.toml")).expect("keys");
    let token = keys.split("access-").nth(1).expect("a token");
    let token = format!("access-{}", &token[..32]);
    let settings = std::fs::read_to_string(harness.path("config/settings.toml")).expect("settings");
    assert!(settings.contains("signed_in = true"), "{settings}");
    assert!(!settings.contains(&token), "{settings}");
    let log = server.end(&harness);
    assert!(log.contains("an MCP server"), "{log}");
    let leaks = log
        .lines()
        .filter(|it| it.contains(&token) || it.contains("refresh-"));
    assert_eq!(leaks.collect::<Vec<_>>(), Vec::<&str>::new());
    // A new start needs nobody.
    let server = TestServer::start(&harness, "demo.story");
    until(&server, is_running);
    assert_eq!(state(port)["clients"], 1);
    let out = ask(&server, "sign_out_of_server", json!({ "name": "notes" }));
    assert_eq!(out["status"], "success", "{out}");
    until(&server, is_in("needed"));
    let keys = std::fs::read_to_string(harness.path("config/keys.toml")).expect("keys");
    assert!(!keys.contains("access-"), "{keys}");
}

#[test]
fn expired_tokens_are_refreshed_once_for_all_stories_and_an_ended_sign_in_is_told() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let (_notes, port) = start(SIGN_IN, "0", "2");
    add(&server, port);
    until(&server, is_in("needed"));
    person(&begin(&server), "Allow", "en-GB");
    until(&server, is_running);
    let begun = Instant::now();
    while state(port)["refreshed"].as_u64() < Some(2) {
        let note = read_note(&server);
        assert_eq!(note["status"], "success", "{note}");
        assert!(begun.elapsed() < PATIENCE, "it is not refreshed");
    }
    // A second program with the same keys refreshes them too; neither uses one up for the other.
    let other = TestServer::start(&harness, "demo.story");
    until(&other, is_running);
    let refreshed = state(port)["refreshed"].as_u64();
    while state(port)["refreshed"].as_u64() < refreshed.map(|it| it + 2) {
        for program in [&server, &other] {
            let note = read_note(program);
            assert_eq!(note["status"], "success", "{note}");
        }
        assert!(begun.elapsed() < PATIENCE, "it is not refreshed");
    }
    assert_eq!(state(port)["signed_in"], true);
    // The server ends it: the next call says what to do.
    let (status, _) = send(port, "POST /forget", "", &Value::Null);
    assert_eq!(status, 200);
    let failed = until(&server, |it| {
        let _ = read_note(&server);
        is_in("needed")(it)
    });
    assert_eq!(failed["why"]["said"]["what"], "server_sign_in_needed");
}

#[test]
fn a_client_registered_by_hand_signs_in_with_its_secret() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let (client, secret) = CLIENT;
    let (_notes, port) = start_server(SIGN_IN, &["0", "2", client, secret]);
    let port = port.parse().expect("a port");
    add(&server, port);
    until(&server, is_in("needed"));
    let wanted = json!({ "name": "notes", "open": false });
    let refused = ask(&server, "sign_in_to_server", wanted);
    assert_eq!(
        refused["error"]["said"]["what"], "server_sign_in_unregistered",
        "{refused}"
    );
    let set = |fields: Value| {
        let mut args = json!({ "name": "notes" });
        let given = fields.as_object().cloned().unwrap_or_default();
        args.as_object_mut().expect("an object").extend(given);
        ask(&server, "set_outside_server", args)
    };
    let nameless = set(json!({ "client_secret": secret }));
    assert_eq!(nameless["error"]["said"]["what"], "server_client_none");
    let known = set(json!({ "client_id": client, "client_secret": secret }));
    let listed = &known["result"]["data"]["servers"][0];
    assert_eq!(listed["client_id"], client, "{known}");
    assert!(listed["client_secret"].is_string(), "{known}");
    assert!(!known.to_string().contains(secret), "{known}");
    // A secret goes to no other address, not even under the same id.
    let elsewhere = "http://127.0.0.1:9/mcp";
    let moved = set(json!({ "url": elsewhere, "client_id": client }));
    let listed = &moved["result"]["data"]["servers"][0];
    assert_eq!(
        (&listed["client_id"], &listed["client_secret"]),
        (&json!(client), &Value::Null),
        "{moved}"
    );
    add(&server, port);
    set(json!({ "client_id": client, "client_secret": secret }));
    until(&server, is_in("needed"));
    let seen = person(&begin(&server), "Allow", "en-GB");
    assert_eq!(seen["title"], "You are signed in", "{seen}");
    until(&server, is_running);
    // Renewing the tokens takes the secret as well, also after a restart.
    drop(server);
    let server = TestServer::start(&harness, "demo.story");
    until(&server, is_running);
    let (begun, before) = (Instant::now(), state(port)["refreshed"].as_u64());
    while state(port)["refreshed"].as_u64() < before.map(|it| it + 1) {
        let note = read_note(&server);
        assert_eq!(note["status"], "success", "{note}");
        assert!(begun.elapsed() < PATIENCE, "it is not refreshed");
    }
    // The secret is with the keys alone, and goes with the server.
    let read = |file: &str| std::fs::read_to_string(harness.path(file)).expect("a file");
    assert!(read("config/keys.toml").contains(secret));
    assert!(!read("config/settings.toml").contains(secret));
    ask(&server, "remove_outside_server", json!({ "name": "notes" }));
    assert!(!read("config/keys.toml").contains(secret));
}

#[test]
fn a_denied_and_a_cancelled_sign_in_are_told_and_can_be_repeated() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let (_notes, port) = start(SIGN_IN, "0", "3600");
    add(&server, port);
    until(&server, is_in("needed"));
    let seen = person(&begin(&server), "Deny", "zh-CN");
    assert_eq!(
        (&seen["title"], &seen["status"]),
        (&json!("无法完成"), &json!(400)),
        "{seen}"
    );
    let denied = until(&server, |it| !is_in("waiting")(it));
    assert_eq!(
        denied["sign_in"]["why"]["said"]["what"],
        "server_sign_in_denied"
    );
    // Cancelled: nobody waits for the browser any longer.
    let address = begin(&server);
    ask(&server, "sign_out_of_server", json!({ "name": "notes" }));
    until(&server, is_in("needed"));
    drop(address);
    let again = person(&begin(&server), "Allow", "zh-CN");
    assert_eq!(again["title"], "登录成功", "{again}");
    until(&server, is_running);
}

#[test]
fn what_cannot_be_signed_in_to_says_why() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let refused = |name: &str| {
        let answer = ask(
            &server,
            "sign_in_to_server",
            json!({ "name": name, "open": false }),
        );
        assert_eq!(answer["status"], "failure", "{answer}");
        answer["error"]["said"]["what"].clone()
    };
    assert_eq!(refused("nobody"), "server_none");
    let set = |args: Value| ask(&server, "set_outside_server", args);
    set(json!({ "name": "program", "command": "true" }));
    assert_eq!(refused("program"), "server_sign_in_unused");
    set(json!({ "name": "plain", "url": "http://example.org/mcp" }));
    assert_eq!(refused("plain"), "server_address_open");
    set(json!({ "name": "gone", "url": "http://127.0.0.1:9/mcp" }));
    assert_eq!(refused("gone"), "server_offline");
    // A server that takes a key offers nothing of the kind.
    let (_keyed, port) = start("http_server.py", "0", "sk-of-the-notes");
    let keyed = format!("http://127.0.0.1:{port}/mcp");
    set(json!({ "name": "keyed", "url": keyed }));
    assert_eq!(refused("keyed"), "server_sign_in_none");
}

#[test]
fn a_person_signs_in_at_a_terminal() {
    let harness = TestHarness::with_story();
    let (_notes, port) = start(SIGN_IN, "0", "3600");
    let config = harness.path("config");
    std::fs::create_dir_all(&config).expect("a folder");
    let settings = format!("[mcp.notes]\nurl = \"http://127.0.0.1:{port}/mcp\"\n");
    std::fs::write(config.join("settings.toml"), settings).expect("settings");
    let mut running = harness.start(&["sign-in", "notes"]);
    let address = running.line().expect("the address of the page");
    person(&address, "Allow", "en-GB");
    let told = running.line().unwrap_or_default();
    assert!(told.contains("you are signed in to notes"), "{told}");
    assert_eq!(running.end(), 0);
    // The story's tools include its tools now.
    let call = json!({ "id": "7", "name": "notes_read_note", "args": { "name": "tide" } });
    let line = format!("{call}\n");
    let words = ["open", "demo.story", "--json", "--yes"];
    let answered = harness.run_with_input(&words, line.as_bytes());
    assert!(answered.out.contains("tide: sent with …"), "{answered:?}");
    let told = harness.good(&["sign-out", "notes"]).out;
    assert!(told.contains("you are signed out of notes"), "{told}");
    let unknown = harness.run(&["sign-in", "nobody"]);
    assert_ne!(unknown.code, 0);
    assert!(
        unknown.err.contains("there is no MCP server"),
        "{unknown:?}"
    );
}
