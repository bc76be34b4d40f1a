//! A client without a credential signs in (OAuth 2.1): the official client's own flow, with a person at a
//! real browser (AT-3, AT-13).

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::root;
use crate::support::server::TestServer;

fn ask(server: &TestServer, name: &str, args: Value) -> Value {
    let call = json!({ "name": name, "args": args, "origin": "window/1" });
    let (status, answer) = server.ask("POST /api/call", &call);
    assert_eq!(status, 200, "{answer}");
    answer["result"]["data"].clone()
}

#[test]
fn at_13_a_client_signs_in_with_what_the_person_chose_and_gives_it_back() {
    let harness = TestHarness::with_story();
    let server = TestServer::start_with_hub(&harness, "demo.story");
    let shown = ask(&server, "list_participants", json!({}));
    let code = shown["sign_in_code"].as_str().expect("a code");
    let outside = root().join("tests/outside");
    let ran = Command::new("node")
        .arg(outside.join("mcp_sign_in.js"))
        .arg(format!("http://127.0.0.1:{}/mcp", server.port))
        .arg(code)
        .output()
        .expect("the client starts");
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    let seen: Value =
        serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {told}"));
    let base = format!("http://127.0.0.1:{}", server.port);
    assert_eq!(seen["asked"], true, "{seen}");
    assert_eq!(
        seen["title"], "Outside Client asks for your story",
        "{seen}"
    );
    assert!(
        seen["inChinese"].as_str().unwrap().contains("你的故事"),
        "{seen}"
    );
    assert!(
        seen["problem"].as_str().unwrap().contains("not the code"),
        "{seen}"
    );
    assert_eq!(
        (&seen["stays"], &seen["forged"]),
        (&json!(true), &json!(422))
    );
    assert_eq!(seen["state"], "state-of-the-client", "{seen}");
    assert_eq!(seen["iss"], base.as_str(), "{seen}");
    let tokens = &seen["tokens"];
    assert_eq!(
        (
            &tokens["scope"],
            &tokens["expires_in"],
            &tokens["token_type"]
        ),
        (&json!("write"), &json!(3600), &json!("Bearer"))
    );
    assert_eq!(seen["made"]["node"]["title"], "Fog", "{seen}");
    // It lasts a day, in secrets of an hour that the client renews.
    assert_eq!(seen["isNew"], true, "{seen}");
    assert_eq!(seen["later"]["node"]["title"], "Rain", "{seen}");
    assert_eq!(seen["usedAgain"]["error"], "invalid_grant", "{seen}");
    assert_eq!(seen["replayed"]["error"], "invalid_grant", "{seen}");
    assert_eq!(
        (&seen["revoked"], &seen["after"]),
        (&json!(200), &json!(401))
    );
    assert_eq!(seen["denied"], "access_denied", "{seen}");
    assert_eq!(seen["faults"], json!([]), "{seen}");
    // It wrote as itself, and the window lists what it had.
    let history = harness.data(&["story_history", "demo.story", "--limit", "1"]);
    let author = &history["changes"][0]["author"];
    assert_eq!(author["principal"], "star/agent/quill", "{history}");
    let listed = ask(&server, "list_agent_credentials", json!({}));
    assert_eq!(listed["credentials"][0]["client"], "quill", "{listed}");
    assert_eq!(listed["credentials"][0]["valid"], false, "{listed}");
    let next = ask(&server, "list_participants", json!({}));
    assert_ne!(next["sign_in_code"], code, "a code is good once");
}

#[test]
fn nobody_signs_in_from_elsewhere() {
    let harness = TestHarness::with_story();
    let server = TestServer::start_with_hub(&harness, "demo.story");
    let client = |redirect: &str| json!({ "client_name": "x", "redirect_uris": [redirect] });
    let (status, answer) = server.ask(
        "POST /oauth/register",
        &client("https://evil.example/callback"),
    );
    assert_eq!(
        (status, &answer["error"]),
        (400, &json!("invalid_redirect_uri")),
        "{answer}"
    );
    let (status, client) = server.ask("POST /oauth/register", &client("http://127.0.0.1:9/cb"));
    assert_eq!(status, 201, "{client}");
    let id = client["client_id"].as_str().expect("an id");
    // Nothing is sent to an address that was not registered.
    let page = format!(
        "GET /oauth/authorize?client_id={id}&redirect_uri=http%3A%2F%2F127.0.0.1%3A8%2Fcb&response_type=code"
    );
    let (status, page) = server.send(&page, "", &Value::Null);
    assert_eq!(status, 400, "{page}");
    assert!(page.contains("didn’t register"), "{page}");
}
